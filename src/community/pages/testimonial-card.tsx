import * as m from '../../locale/paraglide/messages.js'
import { formatDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'
import { Stars } from '../../ui/stars.tsx'
import { Tag } from '../../ui/states.tsx'
import type { TestimonialsView } from '../contract.ts'

/** What one member said, in their own language. */
export function TestimonialCard({ said }: { said: TestimonialsView['items'][number] }) {
  const { store } = useShell()
  const day = formatDay(Date.parse(said.created_at), store.time_zone, language())
  return (
    <article className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Stars rating={said.rating} label={m.community_rating_stars({ rating: said.rating })} />
        {said.has_bought && (
          <Tag tone="up" icon="seal-check">
            {m.community_testimonial_bought()}
          </Tag>
        )}
      </div>
      <blockquote
        lang={said.language}
        className="max-w-[68ch] text-[17px] leading-[28px] text-pretty whitespace-pre-line"
      >
        {said.text}
      </blockquote>
      {said.pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {said.pictures.map(({ src, width, height }, place) => (
            <li key={src}>
              <a href={src} target="_blank" rel="noopener" className="tile block size-24 md:size-32">
                <img
                  src={src}
                  width={width}
                  height={height}
                  loading="lazy"
                  alt={m.community_testimonial_picture({ name: said.name, number: place + 1 })}
                  className="size-full object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="small text-ink-2">
        <span className="font-semibold text-ink">{said.name}</span>
        {said.place && `, ${said.place}`} <span aria-hidden="true">·</span> {day}
      </p>
    </article>
  )
}
