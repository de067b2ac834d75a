-- A picture is named, not addressed: its files, sizes and blur stand in src/content/pictures.json. An entry of a gallery
-- says which values of attributes it shows, {"weight": ["1", "2"]}, where it once listed weights only.
update catalogue.products set gallery = (
  select coalesce(jsonb_agg(
    jsonb_build_object('name', regexp_replace(entry ->> 'src', '^/img/(.+)\.webp$', '\1'), 'alt', entry -> 'alt')
      || case when entry ? 'weights' then jsonb_build_object('shows', jsonb_build_object('weight', entry -> 'weights'))
         else '{}'::jsonb end
    order by place), '[]')
  from jsonb_array_elements(gallery) with ordinality as kept(entry, place));

update catalogue.categories set image = regexp_replace(image, '^/img/(.+)\.webp$', '\1');
update content.banners set image = regexp_replace(image, '^/img/(.+)\.webp$', '\1');
