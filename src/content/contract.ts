/** Wire shapes of what the dealer writes. */

import { z } from 'zod'
import { momentField, rowIdText, typedText, wholeNumber } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'

export const NoQuery = z.strictObject({})

export const Picture = z.strictObject({
  src: z.string().meta({ description: 'the largest WebP file; the others end in -<width>.webp and -<width>.avif' }),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()).meta({ description: 'the widths that are kept, the smallest first' }),
  blur: z.string().meta({ description: 'a tiny picture as a data: address, to show until the real one is here' }),
  alt: z.string(),
})
export type PictureView = z.output<typeof Picture>

export const BannerList = z.array(
  z.strictObject({
    id: z.int(),
    title: z.string(),
    text: z.string(),
    link: z.string(),
    picture: Picture.nullable(),
    phone: Picture.nullable().meta({ description: 'the same, cut for a narrow screen, where there is such a cut' }),
  }),
)
export type BannerListView = z.output<typeof BannerList>

const NewsBrief = z.strictObject({
  id: z.int(),
  category: z.enum(['house', 'market', 'product', 'guide']),
  title: z.string(),
  summary: z.string(),
  picture: Picture.nullable(),
  minutes: z.int().meta({ description: 'what reading takes' }),
  published_at: momentField,
})
const page = wholeNumber(1, 10_000).optional()
export const NewsQuery = z.strictObject({
  category: z.enum(['house', 'market', 'product', 'guide']).optional(),
  page,
  page_size: wholeNumber(1, 100).optional(),
})
export const NewsList = z.strictObject({
  items: z.array(NewsBrief),
  total: z.int(),
  page: z.int(),
  page_count: z.int(),
})
export const OneNews = z.strictObject({ id: rowIdText })
/** A longer text: headings, paragraphs, lists; links inside stand as `[words](/path)`. */
const Blocks = z.array(
  z.union([
    z.strictObject({ kind: z.literal('heading'), id: z.string(), text: z.string() }),
    z.strictObject({ kind: z.literal('text'), text: z.string() }),
    z.strictObject({ kind: z.literal('list'), items: z.array(z.string()) }),
  ]),
)
export const NewsDetail = z.strictObject({
  ...NewsBrief.shape,
  author: z.string(),
  body: Blocks,
  related: z.array(NewsBrief),
})

export const ProblemsQuery = z.strictObject({ q: typedText(1, 80).optional() })
export const ProblemGroups = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      problems: z.array(z.strictObject({ slug: z.string(), question: z.string(), answer: z.string() })),
    }),
  ),
  total: z.int(),
})

export const Partners = z.strictObject({
  partners: z.array(
    z.strictObject({
      kind: z.enum(['refinery', 'assay', 'courier', 'insurer', 'bank']),
      name: z.string(),
      place: z.string(),
      since: z.int(),
      text: z.string(),
    }),
  ),
})

export const AgreementQuery = z.strictObject({
  version: z
    .string()
    .regex(/^[0-9A-Za-z.-]{1,20}$/, problem('version'))
    .optional(),
})
export const Agreement = z.strictObject({
  version: z.string(),
  state: z.enum(['in_force', 'former', 'coming']),
  effective_at: momentField,
  title: z.string(),
  changes: z.string(),
  body: Blocks,
  versions: z.array(
    z.strictObject({
      version: z.string(),
      effective_at: momentField,
      state: z.enum(['in_force', 'former', 'coming']),
    }),
  ),
})

export const WrittenPage = z.strictObject({
  language: z
    .string()
    .meta({ description: 'the one that it is in: another than was asked for where the page is not written in that' }),
  title: z.string(),
  lead: z.string(),
  body: Blocks,
  facts: z.array(z.strictObject({ label: z.string(), value: z.string(), href: z.string().nullable() })),
  updated_at: momentField,
})

export type NewsListView = z.output<typeof NewsList>
export type NewsDetailView = z.output<typeof NewsDetail>
export type NewsBriefView = z.output<typeof NewsBrief>
export type NewsQueryInput = z.output<typeof NewsQuery>
export type ProblemGroupsView = z.output<typeof ProblemGroups>
export type PartnersView = z.output<typeof Partners>
export type AgreementView = z.output<typeof Agreement>
export type WrittenPageView = z.output<typeof WrittenPage>
