/** /product/passport: what everybody may know about a piece by its serial number. */
import { data, Form, Link } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Refusal } from '../../refusals.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatDay, formatFineness, formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { useShell } from '../../ui/shell-data.ts'
import type { PassportView } from '../contract.ts'
import { PassportQuery } from '../contract.ts'
import { findPassport } from '../passport-queries.ts'
import type { Route } from './+types/passport-page'

type Result = PassportView | (Omit<PassportView, 'verdict'> & { verdict: 'too_many' })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { karat, language: spoken, address } = context.get(pageContext)
  const typed = new URL(request.url).searchParams.get('serial')
  if (typed === null || typed.trim() === '') return data<Result | null>(null)
  const query = PassportQuery.safeParse({ serial: typed })
  const nothing = { serial: typed.trim().slice(0, 40), piece: null, choices: [] }
  if (!query.success) return data<Result | null>({ ...nothing, verdict: 'not_a_serial' })
  try {
    await karat.limits.count('passport', address, karat.now())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return data<Result | null>({ ...nothing, verdict: 'too_many' }, { status: 429 })
  }
  return data<Result | null>(await findPassport(karat, { serial: query.data.serial, language: spoken }))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageMeta(matches, {
    title: loaderData ? m.catalogue_passport_of({ serial: loaderData.serial }) : m.catalogue_passport_title(),
    description: m.catalogue_passport_lead(),
  }),
  ...(loaderData ? [{ name: 'robots', content: 'noindex' }] : []),
]

export default function PassportPage({ loaderData: result }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-[960px] pt-8 md:pt-14">
      <h1 className="h1">{m.catalogue_passport_title()}</h1>
      <p className="mt-3 max-w-[60ch] text-ink-2">{m.catalogue_passport_lead()}</p>
      <Form
        className="mt-7 grid max-w-[560px] gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-start"
        role="search"
        key={result?.serial}
      >
        <TextField
          label={m.catalogue_passport_field()}
          help={m.catalogue_passport_field_help()}
          error={errorOf(result)}
          name="serial"
          defaultValue={result?.serial ?? ''}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          required
        />
        <Button type="submit" className="md:mt-[26px]">
          {m.catalogue_passport_check()}
        </Button>
      </Form>
      <div className="mt-10" aria-live="polite">
        {result?.piece && <Known result={{ ...result, piece: result.piece }} />}
        {result?.verdict === 'several' && <Several result={result} />}
        {result?.verdict === 'unknown' && <Unknown serial={result.serial} />}
        {result?.verdict === 'too_many' && <TooMany />}
      </div>
      {!result?.piece && <HowTo />}
    </div>
  )
}

function errorOf(result: Result | null): string | undefined {
  if (result?.verdict === 'mistyped') return m.catalogue_passport_mistyped()
  return result?.verdict === 'not_a_serial' ? m.catalogue_passport_not_a_serial() : undefined
}

const verdictWords = {
  genuine: { warns: false, title: m.catalogue_passport_genuine, text: m.catalogue_passport_genuine_text },
  reported_stolen: { warns: true, title: m.catalogue_passport_stolen, text: m.catalogue_passport_stolen_text },
  melted: { warns: true, title: m.catalogue_passport_melted, text: m.catalogue_passport_melted_text },
}

type KnownResult = { verdict: string; serial: string; piece: NonNullable<PassportView['piece']> }

function Known({ result: { verdict, serial, piece } }: { result: KnownResult }) {
  const { store } = useShell()
  const { warns, title, text } = verdictWords[verdict as keyof typeof verdictWords] ?? verdictWords.genuine
  const rows: [string, string][] = [
    [m.catalogue_passport_serial(), serial],
    [m.catalogue_facts_brand(), piece.brand],
    [m.catalogue_facts_gross(), formatGrams(piece.gross_weight, language())],
    [m.catalogue_facts_fine(), formatGrams(piece.fine_weight, language())],
    [m.catalogue_facts_fineness(), formatFineness(piece.fineness, language())],
    [m.catalogue_passport_assayed(), formatDay(Date.parse(`${piece.assayed_on}T12:00:00Z`), 'UTC', language())],
  ]
  return (
    <section className="panel overflow-hidden" aria-label={m.catalogue_passport_of({ serial })}>
      <div className={`flex gap-4 p-5 md:p-7 ${warns ? 'bg-down-soft text-down' : 'bg-up-soft text-up'}`}>
        <Icon name={warns ? 'warning-circle' : 'seal-check'} size="l" className="mt-1" />
        <div>
          <h2 className="h2">{title()}</h2>
          <p className="mt-1 max-w-[56ch] text-ink">{text()}</p>
        </div>
      </div>
      <div className="grid gap-7 p-5 md:grid-cols-[280px_minmax(0,1fr)] md:gap-10 md:p-7">
        <div className="tile aspect-square">
          {piece.picture && <ProductPicture picture={piece.picture} sizes="(min-width: 768px) 280px, 100vw" priority />}
        </div>
        <div className="min-w-0">
          <h3 className="h3">{piece.name}</h3>
          <dl className="kv mt-4">
            {rows.map(([name, value]) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="small mt-5 text-ink-2">{m.catalogue_passport_compare()}</p>
          {piece.product?.store === store.code && (
            <Link
              to={`/product/productDetail?id=${piece.product.product_id}&sku=${piece.product.sku_id}`}
              className="link mt-3 min-h-11"
            >
              {m.catalogue_passport_product()}
            </Link>
          )}
        </div>
      </div>
    </section>
  )
}

/** Two makers stamp the same number: the visitor reads on the piece which of them it is. */
const Several = ({ result: { serial, choices } }: { result: Result }) => (
  <section className="panel p-5 md:p-7" aria-label={m.catalogue_passport_of({ serial })}>
    <h2 className="h2">{m.catalogue_passport_several()}</h2>
    <p className="mt-3 max-w-[60ch] text-ink-2">{m.catalogue_passport_several_text({ serial })}</p>
    <ul className="mt-4 grid gap-2">
      {choices.map((one) => (
        <li key={one.serial}>
          <Link to={`?serial=${encodeURIComponent(one.serial)}`} className="link min-h-11">
            {`${one.brand} · ${one.serial}`}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)

const Unknown = ({ serial }: { serial: string }) => (
  <section className="panel p-5 md:p-7" aria-label={m.catalogue_passport_of({ serial })}>
    <h2 className="h2 flex items-center gap-3">
      <Icon name="warning-circle" size="l" className="text-warn" />
      {m.catalogue_passport_unknown()}
    </h2>
    <p className="mt-3 max-w-[60ch] text-ink-2">{m.catalogue_passport_unknown_text({ serial })}</p>
    <Link to="/contactUs" className="link mt-4 min-h-11">
      {m.catalogue_passport_ask()}
    </Link>
  </section>
)

const TooMany = () => (
  <section className="panel p-5" role="alert">
    <h2 className="h3">{m.catalogue_passport_too_many()}</h2>
    <p className="mt-1 text-ink-2">{m.catalogue_passport_too_many_text()}</p>
  </section>
)

/** Where the number stands, and what the check tells. */
function HowTo() {
  const steps: [IconName, string, string][] = [
    ['magnifying-glass', m.catalogue_passport_how_find(), m.catalogue_passport_how_find_text()],
    ['qr-code', m.catalogue_passport_how_scan(), m.catalogue_passport_how_scan_text()],
    ['shield-check', m.catalogue_passport_how_safe(), m.catalogue_passport_how_safe_text()],
  ]
  return (
    <section
      className="mt-4 grid gap-8 border-t border-line pt-8 md:grid-cols-3"
      aria-label={m.catalogue_passport_how()}
    >
      {steps.map(([icon, title, text]) => (
        <div key={icon}>
          <Icon name={icon} size="l" />
          <h2 className="h3 mt-3">{title}</h2>
          <p className="small mt-1.5 text-ink-2">{text}</p>
        </div>
      ))}
    </section>
  )
}
