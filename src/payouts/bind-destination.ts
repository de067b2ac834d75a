import { v7 as newId } from 'uuid'
import { keyedHash } from '../credentials/keyed-hash.ts'
import { brokenConstraint, type Queryable, sql, type Tx } from '../db/database.ts'
import { checkPin } from '../identity/check-pin.ts'
import { issueLink } from '../identity/issue-link.ts'
import { pauseOutgoing } from '../identity/outgoing-pause.ts'
import { reachOf } from '../identity/raise-alarm.ts'
import type { Bag } from '../karat.ts'
import { masked } from '../kyc/id-number-rules.ts'
import { getLevel } from '../kyc/level-queries.ts'
import { levelName, stepsTo } from '../kyc/level-rules.ts'
import { findVerifiedName } from '../kyc/verification-queries.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { DestinationView } from './contract.ts'
import { getDestination } from './destination-queries.ts'
import { findProvider, isSamePerson, type PayoutKind, type Provider, readAccountNumber } from './payout-rules.ts'

type Binding = {
  memberId: string
  store: string
  kind: PayoutKind
  provider: string
  number: string
  holder: string
  isDefault: boolean
  pin: string
}

export const aboutAccount = (memberId: string, id: string) => `payout account ${memberId} ${id}`

/**
 * Binds a bank account or e-wallet of the member's own name. Nothing is paid out to it for 24 hours, nothing leaves the account
 * at all meanwhile, and the member is told with a link that freezes the account. The first one is the default.
 *
 * Refuses invalid_input by field; verification_required (6000) without a verified name; payout_name_differs; as checkPin;
 * payout_bound for an account that is bound already; payout_limit.
 */
export async function bindDestination(karat: Bag<'payouts'>, binding: Binding): Promise<DestinationView> {
  const { memberId, store, kind, pin } = binding
  const provider = findProvider(store, kind, binding.provider)
  if (!provider) throw invalidInput({ [kind]: problem('payout_provider') })
  const number = readAccountNumber(provider, binding.number)
  if (!number) throw invalidInput({ number: problem('payout_number') })
  await requireOwnName(karat.db, memberId, binding.holder)
  await checkPin(karat, memberId, pin)
  const id = newId()
  try {
    await karat.db.transaction((tx) => insert(tx, karat, { ...binding, id, number, provider }))
  } catch (error) {
    if (brokenConstraint(error) === 'one_account_once') throw new Refusal('payout_bound')
    throw error
  }
  return getDestination(karat.db, { memberId, store }, id)
}

/** Refuses verification_required (6000) without a verified name; payout_name_differs. */
export async function requireOwnName(db: Queryable, memberId: string, holder: string): Promise<void> {
  const verified = await findVerifiedName(db, memberId)
  if (!verified) {
    const { level, approved } = await getLevel(db, memberId)
    const data = { need: levelName(1), level: levelName(level), steps: stepsTo(1, approved) }
    throw new Refusal('verification_required', data)
  }
  if (!isSamePerson(holder, verified)) throw new Refusal('payout_name_differs', { name: verified })
}

type Insert = Omit<Binding, 'provider' | 'pin'> & { id: string; provider: Provider }

async function insert(
  tx: Tx,
  karat: Bag<'payouts'>,
  { id, memberId, store, kind, provider, number, holder, isDefault }: Insert,
) {
  await holdDestinations(tx, memberId)
  const bound = await tx.row<{ all: number; here: number }>(sql`
    select count(*)::int as all, count(*) filter (where store = ${store})::int as here from payouts.destinations
    where member_id = ${memberId} and removed_at is null`)
  const { maxDestinations, coolingSeconds } = settings.payouts
  if ((bound?.all ?? 0) >= maxDestinations) throw new Refusal('payout_limit', { limit: maxDestinations })
  const first = (bound?.here ?? 0) === 0
  if (isDefault && !first) await clearDefault(tx, memberId, store)
  const sealed = karat.sealing.seal(Buffer.from(number), aboutAccount(memberId, id))
  const hash = keyedHash(karat.config, 'payout account', `${provider.code} ${number}`)
  await tx.run(sql`
    insert into payouts.destinations (id, member_id, store, kind, provider, holder, number_sealed, number_end, number_hash, is_default, usable_from)
    values (${id}, ${memberId}, ${store}, ${kind}, ${provider.code}, ${holder.trim()}, ${sealed}, ${number.slice(-4)}, ${hash},
      ${isDefault || first}, now() + make_interval(secs => ${coolingSeconds}::int))`)
  await pauseOutgoing(tx, memberId, 'payout_account')
  await tellOfBinding(tx, karat, { memberId, store, account: `${provider.name} ${masked(number.slice(-4))}` })
}

/** Every destination of the member gets a link that freezes the account at one press. */
async function tellOfBinding(
  tx: Tx,
  { config }: Bag<'payouts'>,
  { memberId, store, account }: { memberId: string; store: string; account: string },
) {
  const { language, destinations } = await reachOf(tx, memberId)
  for (const to of destinations) {
    const link = await issueLink(tx, config, { purpose: 'freeze', memberId, told: to.destination })
    await queueMail(tx, { ...to, template: 'payout_bound', language, values: { account, link }, store })
  }
}

/** One change of a member’s destinations at a time, so that their limit and the default of each store hold. */
export const holdDestinations = (tx: Tx, memberId: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 11))`)

export const clearDefault = (tx: Tx, memberId: string, store: string) =>
  tx.run(sql`update payouts.destinations set is_default = false
    where member_id = ${memberId} and store = ${store} and is_default and removed_at is null`)
