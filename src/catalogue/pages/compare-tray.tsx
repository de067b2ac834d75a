/** What was put aside to compare, at the foot of the list and of the product page. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import { type ComparePick, clearCompared, compareHref, toggleCompared, useCompared } from './compare-choice.ts'

export function CompareTray() {
  const picks = useCompared()
  if (picks.length === 0) return null
  return (
    <section className="tray" aria-label={m.catalogue_compare_tray()}>
      <div className="wrap flex items-center gap-3 md:gap-5">
        <ul className="flex gap-2">
          {picks.map((pick) => (
            <li key={pick.sku_id}>
              <Pick pick={pick} />
            </li>
          ))}
        </ul>
        <button type="button" className="link min-h-11 text-sm max-md:hidden" onClick={clearCompared}>
          {m.catalogue_compare_clear()}
        </button>
        <Ready count={picks.length} href={compareHref(picks.map(({ sku_id }) => sku_id))} />
      </div>
    </section>
  )
}

function Pick({ pick }: { pick: ComparePick }) {
  return (
    <button
      type="button"
      className="group relative block size-12"
      aria-label={m.catalogue_compare_remove({ name: `${pick.name} ${pick.weight_label}` })}
      onClick={() => toggleCompared(pick)}
    >
      <span className="tile size-12 rounded-control">
        {pick.picture && <ProductPicture picture={pick.picture} alt="" sizes="48px" />}
      </span>
      <span className="absolute -top-1.5 -right-1.5 grid size-5 place-items-center rounded-full bg-ink text-paper">
        <Icon name="x" size="s" className="size-3" />
      </span>
    </button>
  )
}

function Ready({ count, href }: { count: number; href: string }) {
  if (count < 2) return <p className="small ml-auto text-right text-ink-2">{m.catalogue_compare_more()}</p>
  return (
    <Link to={href} className="btn ml-auto" data-size="s">
      {m.catalogue_compare_now({ count })}
    </Link>
  )
}
