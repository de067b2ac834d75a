/** Wire shapes of the staff's calls about what the dealer writes. */

import { z } from 'zod'
import { agreementClauses } from '../../content/agreement-rules.ts'
import { entryStates } from '../../content/entry-queries.ts'
import { kindNames } from '../../content/entry-rules.ts'
import { pageParts, pageSlugs } from '../../content/page-rules.ts'
import { momentField, rowId, rowIdText, typedText, wholeCount } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'

const kind = z.enum(kindNames as [string, ...string[]]).transform((name) => name as (typeof kindNames)[number])
const storeCode = typedText(1, 10)
const texts = z.record(z.string().max(10), typedText(0, 20_000))
const head = {
  kind: z.enum(kindNames as [string, ...string[]]),
  id: z.int(),
  store: z.string(),
  state: z.enum(entryStates),
  revision: z.int(),
  from: z.string().nullable().meta({ description: 'a moment, `always`, or null for a draft' }),
  until: momentField.nullable(),
  updated_at: momentField,
  updated_by: z.string(),
}

export const EntriesQuery = z.strictObject({
  kind,
  store: storeCode.optional(),
  state: z.enum(entryStates).optional(),
  q: typedText(1, 100).optional(),
  ...pageQuery,
})
export const EntriesPage = z.strictObject({
  total: z.int(),
  rows: z.array(z.strictObject({ ...head, title: z.record(z.string(), z.string()) })),
})
export const EntryQuery = z.strictObject({ kind, id: rowIdText })
export const Entry = z.strictObject({
  ...head,
  fields: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
})
export const Choices = z.strictObject({
  groups: z.array(z.strictObject({ id: z.int(), store: z.string(), name: z.record(z.string(), z.string()) })),
  pictures: z.array(z.strictObject({ name: z.string(), src: z.string() })),
})
export const SaveEntry = z.strictObject({
  kind,
  id: rowId.nullable(),
  revision: wholeCount(0, 1_000_000_000),
  store: storeCode,
  from: z.union([momentField, z.literal('always')]).nullable(),
  until: momentField.nullable(),
  fields: z.record(z.string().max(20), z.union([typedText(0, 500), texts])),
})
export const NamedEntry = z.strictObject({ kind, id: rowId, revision: wholeCount(0, 1_000_000_000) })
export const EntrySaved = z.strictObject({ id: z.int(), revision: z.int() })

export const Agreements = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      store: z.string(),
      version: z.string(),
      effective_at: momentField,
      state: z.enum(['in_force', 'former', 'coming']),
      title: z.record(z.string(), z.string()),
      changes: z.record(z.string(), z.string()),
      body: z.record(z.string(), z.string()),
      clauses: z.array(z.enum(agreementClauses)),
    }),
  ),
})
export const AgreementsQuery = z.strictObject(pageQuery)
export const AgreementTemplateQuery = z.strictObject({ store: storeCode })
const textsRead = z.record(z.string(), z.string())
export const AgreementTemplate = z.strictObject({ title: textsRead, changes: textsRead, body: textsRead })
export const PublishAgreement = z.strictObject({
  store: storeCode,
  version: z.string().regex(/^[0-9A-Za-z.-]{1,20}$/, problem('version')),
  effective_on: z.iso
    .date(problem('staff_day'))
    .nullable()
    .meta({ description: 'a day to come; null: at once, in a store that is not open yet' }),
  title: texts,
  changes: texts,
  body: z.record(z.string().max(10), typedText(0, 100_000)),
  clauses: z.array(z.enum(agreementClauses)).max(agreementClauses.length).default([]),
  reason: reasonField,
})
export const AgreementPublished = z.strictObject({ version: z.string() })

const pageName = { store: storeCode, slug: z.enum(pageSlugs) }
const pageTexts = z.strictObject({ title: textsRead, lead: textsRead, facts: textsRead, body: textsRead })
const publication = { version: z.int(), published_at: momentField, published_by: z.string() }
const revision = wholeCount(0, 1_000_000_000)
export const Pages = z.strictObject({
  total: z.int(),
  rows: z.array(z.strictObject({ ...pageName, store: z.string(), ...publication, drafted_by: z.string().nullable() })),
})
export const PagesQuery = z.strictObject(pageQuery)
export const PageQuery = z.strictObject(pageName)
export const Page = z.strictObject({
  ...publication,
  version: z.int().meta({ description: '0: the text of the release' }),
  texts: pageTexts,
  revision: z.int().meta({ description: 'of its draft, open or not; 0: there never was one' }),
  draft: z.strictObject({ texts: pageTexts, updated_at: momentField, updated_by: z.string() }).nullable(),
  language: z.string().meta({ description: 'of the store, which a page has to be written in' }),
  house: z.record(z.string(), z.string()),
})
export const PageVersionsQuery = z.strictObject({ ...pageName, ...pageQuery })
export const PageVersions = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      ...publication,
      reason: z.string(),
      restores: z.int().nullable(),
      changed: z.array(z.string()).meta({ description: 'parts by language that it changed, such as `body.id`' }),
    }),
  ),
})
export const PageVersionQuery = z.strictObject({ ...pageName, version: rowIdText })
export const PageVersion = z.strictObject({
  version: z.int(),
  texts: pageTexts,
  changes: z.array(
    z.strictObject({
      part: z.enum(pageParts),
      language: z.string(),
      lines: z.array(z.strictObject({ kind: z.enum(['gone', 'come']), text: z.string() })),
    }),
  ),
})
const draftTexts = z.record(z.string().max(10), typedText(0, 30_000))
export const SavePage = z.strictObject({
  ...pageName,
  revision,
  texts: z.strictObject({ title: draftTexts, lead: draftTexts, facts: draftTexts, body: draftTexts }),
})
export const DropPage = z.strictObject({ ...pageName, revision })
export const PageSaved = z.strictObject({ revision: z.int() })
const publishing = { ...pageName, follows: revision, reason: reasonField }
export const PublishPage = z.strictObject({ ...publishing, revision })
export const RestorePage = z.strictObject({ ...publishing, restores: revision })
export const PagePublished = z.strictObject({ version: z.int() })

export type EntryRowView = z.output<typeof EntriesPage>['rows'][number]
export type EntryView = z.output<typeof Entry>
export type ChoicesView = z.output<typeof Choices>
export type AgreementTemplateView = z.output<typeof AgreementTemplate>
export type AgreementRowView = z.output<typeof Agreements>['rows'][number]
export type PageRowView = z.output<typeof Pages>['rows'][number]
export type PageView = z.output<typeof Page>
export type PageVersionRowView = z.output<typeof PageVersions>['rows'][number]
export type PageVersionView = z.output<typeof PageVersion>
