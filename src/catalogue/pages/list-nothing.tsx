/** Nothing matches: what would, if one of the choices were given up. */
import { Link, useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { changed, hrefOf } from './list-query.ts'

export type Way = { name: string; total: number }

export function ListNothing({ ways, labelOf }: { ways: Way[]; labelOf: (name: string) => string }) {
  const [search] = useSearchParams()
  return (
    <div className="border-t border-line py-10">
      <p className="text-lg text-ink-2">{m.catalogue_list_nothing()}</p>
      {ways.length > 0 && (
        <ul className="mt-5 grid max-w-md gap-2" aria-label={m.catalogue_list_without_any()}>
          {ways.map(({ name, total }) => (
            <li key={name}>
              <Link
                to={hrefOf(changed(search, { [name]: '' }))}
                className="flex min-h-12 items-center gap-3 rounded-control border border-line px-4 hover:border-line-strong"
              >
                <Icon name="x" size="s" className="text-ink-3" />
                <span className="min-w-0 flex-1">{m.catalogue_list_without({ name: labelOf(name) })}</span>
                <span className="text-sm whitespace-nowrap text-ink-2">
                  {total === 1
                    ? m.catalogue_list_one()
                    : m.catalogue_list_count({ count: formatCount(total, language()) })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link to="/product/product" className="btn mt-6" data-kind="ghost">
        {m.catalogue_list_show_all()}
      </Link>
    </div>
  )
}
