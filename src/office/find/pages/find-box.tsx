/** The field of the palette and what it offers: a combobox whose list is always open. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Input } from '../../../ui/control.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { officeGet } from '../../kit/pages/office-client.ts'
import { officeGroups } from '../../kit/pages/places.ts'
import { useMay } from '../../kit/pages/use-office.ts'
import type { HitView } from '../contract.ts'
import { type FindKind, findKinds } from '../find-rules.ts'

const WAIT_MS = 150
const kinds: Record<FindKind, { title: () => string; icon: IconName }> = {
  page: { title: m.office_find_pages, icon: 'squares-four' },
  order: { title: m.office_orders, icon: 'package' },
  member: { title: m.office_members, icon: 'user' },
  piece: { title: m.office_pieces_title, icon: 'seal-check' },
  product: { title: m.office_find_products, icon: 'storefront' },
  case: { title: m.office_cases_title, icon: 'flag' },
}

type Props = {
  field: RefObject<HTMLInputElement | null>
  typed: string
  onType: (typed: string) => void
  onReach: () => void
  onLeave: () => void
}

export function FindBox({ field, typed, onType, onReach, onLeave }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const [at, setAt] = useState(0)
  const pages = usePages()
  const text = typed.trim()
  const found = useFound(text)
  // What an older text found stays in sight until the answer comes; Enter opens none of it.
  const isAnswered = text === '' || found?.typed === text
  const shown = text ? (found?.hits ?? []) : pages
  const active = isAnswered ? shown[Math.min(at, shown.length - 1)] : undefined

  function leave(to: string) {
    onLeave()
    void navigate(to)
  }
  function pressed(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && active) {
      event.preventDefault()
      setAt((now) => (Math.min(now, shown.length - 1) + step + shown.length) % shown.length)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      leave(active.to)
    }
  }
  useInView(active && `${id}-${active.to}`)

  return (
    <>
      <div className="relative">
        <Icon name="magnifying-glass" className="pointer-events-none absolute top-3.5 left-3.5 text-ink-3" />
        <Input
          ref={field}
          role="combobox"
          className="control pl-10.5"
          value={typed}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          placeholder={m.office_find_placeholder()}
          aria-label={m.office_find_placeholder()}
          aria-autocomplete="list"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? `${id}-${active.to}` : undefined}
          onChange={({ target }) => {
            onType(target.value)
            setAt(0)
          }}
          onFocus={onReach}
          onKeyDown={pressed}
        />
      </div>
      <Hits hits={shown} {...{ id, active, leave }} />
      <p role="status" className={shown.length > 0 ? 'sr-only' : 'px-3 py-6 text-ink-2'}>
        {!isAnswered ? m.office_loading() : text && found?.failed ? m.office_table_error() : saidOf(shown.length)}
      </p>
    </>
  )
}

/** The line that the arrow keys are on is in view. */
function useInView(id: string | undefined) {
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}

const saidOf = (n: number) => (n > 0 ? m.office_find_said({ n }) : m.office_find_nothing())

type HitsProps = {
  hits: HitView[]
  id: string
  active: HitView | undefined
  leave: (to: string) => void
}

function Hits({ hits, ...at }: HitsProps) {
  return (
    <div id={`${at.id}-list`} role="listbox" aria-label={m.office_find_title()} className="office-found">
      {findKinds.map((kind) => (
        <Group key={kind} kind={kind} hits={hits.filter((hit) => hit.kind === kind)} {...at} />
      ))}
    </div>
  )
}

function Group({ kind, hits, id, active, leave }: HitsProps & { kind: FindKind }) {
  if (hits.length === 0) return null
  const { title, icon } = kinds[kind]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with this role
    <div role="group" aria-label={title()}>
      <p className="fine px-3 pt-3 pb-1 font-medium text-ink-2" aria-hidden="true">
        {title()}
      </p>
      {hits.map((hit) => (
        <Link
          key={hit.to}
          id={`${id}-${hit.to}`}
          to={hit.to}
          role="option"
          tabIndex={-1}
          aria-selected={hit === active}
          className="office-hit"
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            leave(hit.to)
          }}
        >
          <Icon name={icon} className="text-ink-3" />
          <span className="min-w-0 flex-1 truncate font-semibold">{hit.title}</span>
          <span className="small max-w-1/2 truncate text-ink-2">{hit.below}</span>
        </Link>
      ))}
    </div>
  )
}

/** Before anything is typed: the pages that the reader may open. */
function usePages(): HitView[] {
  const may = useMay()
  return officeGroups.flatMap(({ name: group, places }) =>
    places
      .filter(({ permission }) => may(permission))
      .map(({ to, name }) => ({ kind: 'page' as const, title: name(), below: group(), to })),
  )
}

type Found = { typed: string; hits: HitView[]; failed: boolean }

/** What the server finds once somebody pauses, and for which text; what was found before stays until then. */
function useFound(typed: string): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (!typed) return setFound(null)
    const stop = new AbortController()
    const timer = setTimeout(
      () =>
        officeGet<{ hits: HitView[] }>('/find', { q: typed }, { signal: stop.signal, quiet: true }).then(
          ({ hits }) => setFound({ typed, hits, failed: false }),
          (error: Error) => error.name !== 'AbortError' && setFound({ typed, hits: [], failed: true }),
        ),
      WAIT_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed])
  return found
}
