import { hashOfNumber } from '../cases/number-hash.ts'
import { screenIn } from '../cases/screen.ts'
import { brokenConstraint, type Db, sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { isDay } from '../locale/day-rules.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { foldSetting } from '../stores/setting-rules.ts'
import { type Store, settingOf } from '../stores/stores.ts'
import {
  type Doubt,
  doubtsOf,
  type IdType,
  idTypesOf,
  isPersonName,
  minimumAgeOf,
  numberFault,
  plainNumber,
  type Sex,
  yearsBetween,
} from './id-number-rules.ts'
import { levelName } from './level-rules.ts'
import { moveReview } from './move-review.ts'

export type Told = {
  memberId: string
  store: Store
  name: string
  idType: IdType
  number: string
  country: string | undefined
  birthDate: string
  sex: Sex
}

/** What seals and hashes the number are bound to. */
export const aboutNumber = (memberId: string) => `kyc id number ${memberId}`
/** What is wrong with a number, as the API says it; messages/kyc has the same in every language. */
const faults = {
  nik_digits: problem('nik_digits'),
  nik_province: problem('nik_province'),
  nik_birth: problem('nik_birth'),
  nik_serial: problem('nik_serial'),
  nric_digits: problem('nric_digits'),
  nric_birth: problem('nric_birth'),
  passport_form: problem('passport'),
} as const

/**
 * Keeps a member's legal name and identity number. A number that fits what the member says is approved at once (T1); one
 * that does not, every passport, and whatever follows a name that was approved before, waits for staff: no account becomes another person's by itself. The number is sealed; its keyed hash belongs to one account.
 *
 * Refuses invalid_input by field; id_tries_over after five tries in a day, whatever came of them; review_state once a name is
 * approved or looked into; id_number_taken.
 */
export async function authRealName(karat: Bag<'kyc'>, told: Told): Promise<{ state: 'submitted' | 'approved' }> {
  const number = await requireSound(karat, told)
  await takeTry(karat.db, told)
  const doubts = doubtsOf(told.idType, number, told)
  try {
    return await karat.db.transaction((tx) => keep(tx, karat, told, number, doubts))
  } catch (error) {
    if (brokenConstraint(error) === 'id_belongs_to_one_account') throw new Refusal('id_number_taken')
    throw error
  }
}

/** The plain number, after everything that can be wrong by itself. */
async function requireSound({ db }: Bag<'kyc'>, told: Told): Promise<string> {
  const number = plainNumber(told.number)
  const fault = numberFault(told.idType, number)
  const { code, timeZone } = told.store
  const today = await db.row<{ day: string; said: object | null }>(
    sql`select to_char(now() at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${settingOf(sql`${code}`, 'members')} as said`,
  )
  const taken = foldSetting('members', [today?.said ?? {}])
  const years = minimumAgeOf(code, taken)
  const wrong: Record<string, string> = {}
  if (!isPersonName(told.name)) wrong.name = problem('person_name')
  if (!idTypesOf(code, taken).includes(told.idType)) wrong.id_type = problem('store_takes')
  else if (fault) wrong.number = faults[fault]
  if (told.idType === 'passport' && !told.country) wrong.country = problem('required')
  if (!isDay(told.birthDate) || told.birthDate > (today?.day ?? '')) wrong.birth_date = problem('birth_date')
  else if (yearsBetween(told.birthDate, today?.day ?? '') < years)
    wrong.birth_date = problem('old_enough', { n: years })
  else if (yearsBetween(told.birthDate, today?.day ?? '') > 120) wrong.birth_date = problem('birth_date')
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
  return number
}

/** Committed before the number is compared with those of others, so that nobody tries numbers out. */
async function takeTry(db: Db, { memberId, store }: Told) {
  const tried = await db.row<{ used: number }>(sql`
    insert into kyc.id_tries (member_id, day, used) values (${memberId}, (now() at time zone ${store.timeZone})::date, 1)
    on conflict (member_id, day) do update set used = kyc.id_tries.used + 1 returning used`)
  const { idTriesPerDay } = settings.kyc
  if ((tried?.used ?? 0) > idTriesPerDay) throw new Refusal('id_tries_over', { tries: idTriesPerDay })
}

async function keep(tx: Tx, karat: Bag<'kyc'>, told: Told, number: string, ofNumber: Doubt[]) {
  const { memberId, idType, store } = told
  const before = await tx.row(sql`
    select 1 from kyc.moves where member_id = ${memberId} and subject = 'real_name' and to_state = 'approved' limit 1`)
  const doubts: Doubt[] = before ? [...ofNumber, 'told_before'] : ofNumber
  const country = idType === 'passport' ? (told.country ?? '') : store.country
  const state = doubts.length === 0 ? ('approved' as const) : ('submitted' as const)
  const reason = doubts.length === 0 ? 'the number fits what the member says' : `to be looked at: ${doubts.join(', ')}`
  const { level } = await moveReview(tx, {
    memberId,
    subject: 'real_name',
    to: state,
    actor: `member:${memberId}`,
    reason,
  })
  const hash = hashOfNumber(karat.config, { idType, country, number })
  const sealed = karat.sealing.seal(Buffer.from(number), aboutNumber(memberId))
  await tx.run(sql`
    insert into kyc.real_names (member_id, store, id_type, country, full_name, birth_date, sex, number_sealed, number_end, number_hash, doubts)
    values (${memberId}, ${store.code}, ${idType}, ${country}, ${told.name.trim().replace(/\s+/g, ' ')}, ${told.birthDate}, ${told.sex},
      ${sealed}, ${number.slice(-4)}, ${hash}, ${doubts})
    on conflict (member_id) do update set store = excluded.store, id_type = excluded.id_type, country = excluded.country,
      full_name = excluded.full_name, birth_date = excluded.birth_date, sex = excluded.sex, number_sealed = excluded.number_sealed,
      number_end = excluded.number_end, number_hash = excluded.number_hash, doubts = excluded.doubts, told_at = now()`)
  await screenIn(tx, karat.peopleOf, memberId)
  if (state === 'approved')
    await queueMail(tx, {
      ...(await findContact(tx, memberId)),
      template: 'level_reached',
      values: { level: levelName(level) },
    })
  return { state }
}
