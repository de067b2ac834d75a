/** Who the house is, as readers and the preview of the office see it. */
import type { ReactNode } from 'react'
import { ProductPicture } from '../../ui/picture.tsx'
import type { PictureView, WrittenPageView } from '../contract.ts'
import { Article } from './article.tsx'
import { OtherLanguage } from './other-language.tsx'

type Props = {
  page: Omit<WrittenPageView, 'updated_at'>
  asked: string
  picture?: PictureView | null
  beside?: ReactNode
}

export const AboutView = ({ page, asked, picture, beside }: Props) => (
  <div lang={page.language}>
    <div className="grid gap-8 pt-10 md:pt-16 lg:grid-cols-[5fr_7fr] lg:items-center lg:gap-14">
      <div>
        <p className="small text-ink-2">{page.title}</p>
        <h1 className="h1 mt-2 text-balance md:!text-[52px] md:!leading-[1.08]">{page.lead}</h1>
        <OtherLanguage shown={page.language} asked={asked} />
      </div>
      {picture && (
        <div className="tile aspect-[4/3] max-lg:order-first">
          <ProductPicture
            picture={picture}
            sizes="(min-width: 1024px) 680px, 90vw"
            priority
            className="w-full object-contain"
          />
        </div>
      )}
    </div>
    {page.facts.length > 0 && (
      <dl className="mt-12 grid grid-cols-2 gap-px overflow-hidden border-y border-line md:mt-20 lg:grid-cols-4">
        {page.facts.map(({ label, value }) => (
          <div key={label} className="py-6 pr-4">
            <dt className="small text-ink-2">{label}</dt>
            <dd className="mt-1 font-serif text-[26px] leading-[31px] text-balance">{value}</dd>
          </div>
        ))}
      </dl>
    )}
    <div className="mt-12 grid gap-10 md:mt-20 lg:grid-cols-[8fr_4fr]">
      <Article blocks={page.body} />
      {beside}
    </div>
  </div>
)
