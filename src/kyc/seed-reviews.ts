/** Reviews that wait in the demonstration, so that the office has something to look at. Everything in them is made up. */
import { v7 as newId } from 'uuid'
import type { Config } from '../config.ts'
import { keyedHash } from '../credentials/keyed-hash.ts'
import { sealFile } from '../credentials/sealed-file.ts'
import type { Sealing } from '../credentials/sealing.ts'
import { sql, type Tx } from '../db/database.ts'
import { demoApplicants, seedApplicants } from '../identity/seed-members.ts'
import { aboutNumber } from './auth-real-name.ts'
import { type Drawn, drawDocument, type Shown } from './demo-pictures.ts'
import { doubtsOf, type IdType, type Sex } from './id-number-rules.ts'
import { levelOf, type Step } from './level-rules.ts'
import { documentKinds, type FundSource } from './review-rules.ts'
import { aboutTaxNumber } from './tell-funds.ts'

type Applicant = {
  idType: Exclude<IdType, 'passport'>
  country: string
  number: string
  birthDate: string
  sex: Sex
  shown: Pick<Shown, 'street' | 'city' | 'card'>
  /** Hours since each review was sent. */
  sent: Partial<Record<Step, number>>
  funds?: { taxNumber: string; source: FundSource; explanation: string }
}

/** In the order of `demoApplicants`. */
const applicants: Applicant[] = [
  {
    ...{ idType: 'nik', country: 'ID', number: '3173075203940017', birthDate: '1994-03-12', sex: 'female' },
    shown: { street: 'Jl. Kemanggisan Raya No. 41', city: 'Jakarta Barat 11480', card: 'KARTU CONTOH' },
    sent: { real_name: 53, documents: 52 },
  },
  {
    ...{ idType: 'nik', country: 'ID', number: '5171020907880031', birthDate: '1988-09-07', sex: 'male' },
    shown: { street: 'Jl. Hayam Wuruk No. 118', city: 'Denpasar 80233', card: 'KARTU CONTOH' },
    sent: { real_name: 27 },
  },
  {
    ...{ idType: 'nric', country: 'MY', number: '850417145522', birthDate: '1985-04-17', sex: 'female' },
    shown: { street: '12 Jalan Telawi 3, Bangsar', city: '59100 Kuala Lumpur', card: 'KAD CONTOH' },
    sent: { real_name: 8, documents: 7, funds: 5 },
    funds: {
      taxNumber: 'IG12345678901',
      source: 'business',
      explanation:
        'I run two bakeries in Bangsar with my sister. Part of the profit of the last three years goes into gold for our daughters’ schooling.',
    },
  },
]

/** Adds people who wait for a decision, with drawn documents; those that are there already stay as they are. */
export async function seedReviews(tx: Tx, sealing: Sealing, config: Config): Promise<void> {
  const added = await seedApplicants(tx)
  await Promise.all(
    applicants.map(async (applicant, at) => {
      const person = demoApplicants[at]
      if (!person || !added.has(person.id)) return
      const { number, birthDate, shown } = applicant
      const drawn = applicant.sent.documents
        ? await Promise.all(
            documentKinds.map((kind) => drawDocument(kind, { ...shown, name: person.name, number, born: birthDate })),
          )
        : []
      await tellName(tx, { sealing, config }, person, applicant)
      await tellReviews(tx, person.id, applicant)
      await keepDocuments(tx, sealing, person.id, applicant, drawn)
      await tellFunds(tx, sealing, person, applicant)
    }),
  )
}

type Person = (typeof demoApplicants)[number]

async function tellName(
  tx: Tx,
  { sealing, config }: { sealing: Sealing; config: Config },
  { id, name, store }: Person,
  { idType, country, number, birthDate, sex, sent }: Applicant,
) {
  const doubts = doubtsOf(idType, number, { birthDate, sex })
  await tx.run(sql`
    insert into kyc.real_names (member_id, store, id_type, country, full_name, birth_date, sex, number_sealed, number_end, number_hash, doubts, told_at)
    values (${id}, ${store}, ${idType}, ${country}, ${name}, ${birthDate}, ${sex},
      ${sealing.seal(Buffer.from(number), aboutNumber(id))}, ${number.slice(-4)},
      ${keyedHash(config, 'identity number', `${idType} ${country} ${number}`)}, ${doubts},
      now() - make_interval(hours => ${sent.real_name ?? 0}::int)) on conflict do nothing`)
}

/** A name that fits its number is approved; all else waits. */
async function tellReviews(tx: Tx, id: string, { idType, number, birthDate, sex, sent }: Applicant) {
  const fits = doubtsOf(idType, number, { birthDate, sex }).length === 0
  for (const [kind, hours] of Object.entries(sent) as [Step, number][]) {
    const state = kind === 'real_name' && fits ? 'approved' : 'submitted'
    const reason =
      kind !== 'real_name' ? 'sent by the member' : fits ? 'the number fits what the member says' : 'to be looked at'
    await tx.run(sql`
      with moved as (
        insert into kyc.reviews (member_id, subject, state, moved_at)
        values (${id}, ${kind}, ${state}, now() - make_interval(hours => ${hours}::int)) on conflict do nothing returning moved_at)
      insert into kyc.moves (member_id, subject, from_state, to_state, actor, reason, at)
      select ${id}::uuid, ${kind}, 'none', ${state}, ${`member:${id}`}, ${reason}, moved_at from moved`)
  }
  const level = levelOf({ real_name: fits, documents: false, funds: false })
  await tx.run(sql`insert into kyc.levels (member_id, level) values (${id}, ${level}) on conflict do nothing`)
}

async function keepDocuments(tx: Tx, sealing: Sealing, memberId: string, { sent }: Applicant, drawn: Drawn[]) {
  for (const [at, { content: picture, width, height }] of drawn.entries()) {
    const id = newId()
    const { wrappedKey, content } = sealFile(sealing, { memberId, documentId: id }, picture)
    await tx.run(sql`
      insert into kyc.documents (id, member_id, kind, wrapped_key, content, width, height, bytes, created_at, sent_at)
      values (${id}, ${memberId}, ${documentKinds[at]}, ${wrappedKey}, ${content}, ${width}, ${height}, ${picture.length},
        now() - make_interval(hours => ${sent.documents}::int), now() - make_interval(hours => ${sent.documents}::int))
      on conflict do nothing`)
  }
}

async function tellFunds(tx: Tx, sealing: Sealing, { id, store }: Person, { funds, sent }: Applicant) {
  if (!funds) return
  const { taxNumber, source, explanation } = funds
  await tx.run(sql`
    insert into kyc.funds (member_id, store, tax_number_sealed, tax_number_end, source, explanation, told_at)
    values (${id}, ${store}, ${sealing.seal(Buffer.from(taxNumber), aboutTaxNumber(id))}, ${taxNumber.slice(-4)}, ${source}, ${explanation},
      now() - make_interval(hours => ${sent.funds ?? 0}::int))
    on conflict do nothing`)
}
