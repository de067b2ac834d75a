/** Before anything is ordered: what the insured courier costs to a province and when it would come, and where to collect. */
import { useEffect, useRef, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, get } from '../../ui/api-client.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import { money } from '../../ui/figures.tsx'
import { formatClock, formatWeekDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { store } from '../../ui/session.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import type { DeliveryTermsView } from '../contract.ts'
import { PickupPoints } from './pickup-points.tsx'

type Parcel = { grossWeight: string; value: string }
type Region = { code: string; name: string }

export function DeliveryCheck({ parcel }: { parcel: Parcel }) {
  return (
    <section className="mt-16 md:mt-24" aria-labelledby="delivery">
      <h2 className="h2 mb-5" id="delivery">
        {m.delivery_title()}
      </h2>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className="min-w-0">
          <Courier parcel={parcel} />
        </div>
        <div className="min-w-0">
          <h3 className="h3 mb-1 flex items-center gap-2">
            <Icon name="storefront" />
            {m.delivery_pickup()}
          </h3>
          <PickupPoints />
        </div>
      </div>
    </section>
  )
}

function Courier({ parcel }: { parcel: Parcel }) {
  const provinces = useProvinces()
  const [province, setProvince] = useProvince()
  const [postcode, setPostcode] = useState('')
  const terms = useTerms(province, /^\d{5}$/.test(postcode) ? postcode : '', parcel)
  const [asksPostcode, setAsksPostcode] = useState(false)
  const byPostcode = terms && typeof terms === 'object' ? terms.by_postal_code : null
  useEffect(() => {
    if (byPostcode !== null) setAsksPostcode(byPostcode)
  }, [byPostcode])
  return (
    <>
      <Select
        label={m.delivery_to()}
        value={provinces.some(({ code }) => code === province) ? province : ''}
        empty={m.delivery_choose()}
        choices={provinces.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(event) => setProvince(event.target.value)}
      />
      {asksPostcode && (
        <div className="mt-4">
          <TextField
            label={m.delivery_postcode()}
            inputMode="numeric"
            maxLength={5}
            value={postcode}
            onChange={(event) => setPostcode(event.target.value)}
          />
        </div>
      )}
      <div className="mt-4 min-h-[132px]" aria-live="polite">
        {province === '' && <p className="small text-ink-2">{m.delivery_hint()}</p>}
        {terms === 'failed' && <ErrorState title={m.delivery_failed()} />}
        {terms === 'asked' && <Skeleton className="h-[132px]" />}
        {terms && typeof terms === 'object' && ('refused' in terms ? <p>{terms.refused}</p> : <Terms terms={terms} />)}
      </div>
    </>
  )
}

function Terms({ terms }: { terms: DeliveryTermsView }) {
  const { currency, fee, insurance, total } = terms
  const say = (amount: string) => money({ amount, currency })
  return (
    <>
      <p className="font-medium">
        {m.delivery_arrives({ from: dayOf(terms.arrives_from), to: dayOf(terms.arrives_to) })}
      </p>
      <p className="small mt-1 text-ink-2">
        {m.delivery_leaves({ day: dayOf(terms.leaves_on), time: clockOf(terms) })}
      </p>
      <dl className="kv small mt-3">
        <dt>{m.delivery_fee()}</dt>
        <dd>{say(fee)}</dd>
        <dt>{m.delivery_insurance()}</dt>
        <dd>{say(insurance)}</dd>
        <dt className="font-semibold text-ink!">{m.delivery_total()}</dt>
        <dd className="font-semibold!">{say(total)}</dd>
      </dl>
    </>
  )
}

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)
const dayOf = (day: string): string => formatWeekDay(day, language())

/** "14.00 WIB": the cut-off is a time of the store's own clock, whichever day it is. */
function clockOf({ cut_off, time_zone }: DeliveryTermsView): string {
  const midnight = new Date(noon('2026-01-15')).toLocaleString('sv-SE', { timeZone: time_zone })
  const ahead = Date.parse(`${midnight.replace(' ', 'T')}Z`) - noon('2026-01-15')
  return formatClock(Date.parse(`2026-01-15T${cut_off}:00Z`) - ahead, time_zone, language())
}

function useProvinces(): Region[] {
  const [provinces, setProvinces] = useState<Region[]>([])
  useEffect(() => {
    const stop = new AbortController()
    get<{ regions: Region[] }>('/address/getRegions', {}, { quiet: true, signal: stop.signal }).then(
      (answer) => answer.status === 'success' && setProvinces(answer.data.regions),
      () => {},
    )
    return () => stop.abort()
  }, [])
  return provinces
}

const keyOf = (code: string) => `province-${code}`

/** The province that was asked for last in this browser, by store. */
function useProvince(): [string, (code: string) => void] {
  const [province, setProvince] = useState('')
  useEffect(() => setProvince((chosen) => chosen || (localStorage.getItem(keyOf(store())) ?? '')), [])
  return [
    province,
    (code) => {
      localStorage.setItem(keyOf(store()), code)
      setProvince(code)
    },
  ]
}

const SETTLED_MS = 250

/** No courier goes there with it, in words. */
type NotThere = { refused: string; by_postal_code: boolean }
type Answer = DeliveryTermsView | NotThere | 'asked' | 'failed' | null

function answerTo(failure: Error): Answer {
  if (!(failure instanceof ApiError)) return 'failed'
  if (failure.error !== 'delivery_not_served' && failure.error !== 'parcel_not_insured') return 'failed'
  return { refused: failure.message, by_postal_code: failure.data.by_postal_code === true }
}

/** Asked anew for another place or another parcel, not for every movement of the price. */
function useTerms(province: string, postcode: string, { grossWeight, value }: Parcel): Answer {
  const [terms, setTerms] = useState<Answer>(null)
  const worth = useRef(value)
  worth.current = value
  useEffect(() => {
    if (!province) return setTerms(null)
    const stop = new AbortController()
    setTerms((known) => (known && typeof known === 'object' ? known : 'asked'))
    const timer = setTimeout(() => {
      const query = {
        ...{ province_code: province, gross_weight: grossWeight, value: worth.current },
        ...(postcode && { postal_code: postcode }),
      }
      get<DeliveryTermsView>('/address/getDeliveryCheck', query, { quiet: true, signal: stop.signal }).then(
        (answer) => setTerms(answer.status === 'success' ? answer.data : 'failed'),
        (error: Error) => error.name !== 'AbortError' && setTerms(answerTo(error)),
      )
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [province, postcode, grossWeight])
  return terms
}
