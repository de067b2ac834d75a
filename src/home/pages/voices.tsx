/** What others say, what is new, and what people ask: three ways into the rest of the house. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TestimonialsView } from '../../community/contract.ts'
import type { NewsBriefView, ProblemGroupsView } from '../../content/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { momentOf } from '../../ui/clock.ts'
import { formatDay, formatDecimal } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { useShell } from '../../ui/shell-data.ts'

type PartProps = { id: string; title: string; to: string; more: string; children: ReactNode }

const Part = ({ id, title, to, more, children }: PartProps) => (
  <section className="mt-16 md:mt-28" aria-labelledby={id}>
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:mb-9">
      <h2 className="h1" id={id}>
        {title}
      </h2>
      <Link to={to} className="link min-h-11" prefetch="intent">
        {more} <Icon name="arrow-right" size="s" />
      </Link>
    </div>
    {children}
  </section>
)

export type Voice = TestimonialsView['items'][number]

export function Voices({ voices, average, count }: { voices: Voice[]; average: string | null; count: number }) {
  if (voices.length === 0) return null
  const more = average
    ? m.home_voices_all({ average: formatDecimal(average, language()), count })
    : m.ui_footer_testimonials()
  return (
    <Part id="voices" title={m.home_voices_title()} to="/home/viewTestimonials" more={more}>
      <ul className="grid gap-x-14 md:grid-cols-3">
        {voices.map((voice) => (
          <li key={voice.id} className="flex flex-col border-t border-line py-6">
            <p className="fine text-ink-2">{m.home_voice_rating({ rating: voice.rating })}</p>
            <blockquote className="mt-3 line-clamp-6 text-pretty" lang={voice.language}>
              {voice.text}
            </blockquote>
            <p className="small mt-4 text-ink-2">
              <span className="font-semibold text-ink">{voice.name}</span>
              {voice.place && `, ${voice.place}`}
              {voice.has_bought && ` · ${m.home_voice_bought()}`}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function LatestNews({ news }: { news: NewsBriefView[] }) {
  const { store } = useShell()
  if (news.length === 0) return null
  return (
    <Part id="news" title={m.home_news_title()} to="/home/news" more={m.home_news_all()}>
      <ul className="grid gap-x-6 gap-y-8 md:grid-cols-3">
        {news.map(({ id, title, summary, picture, published_at }) => (
          <li key={id}>
            <Link to={`/home/newsDetail?id=${id}`} className="group block" prefetch="intent">
              <span className="tile mb-4 aspect-[16/10] max-md:hidden">
                {picture && (
                  <ProductPicture
                    picture={picture}
                    alt=""
                    sizes="(min-width: 768px) 390px, 1px"
                    className="size-full min-h-0 object-contain p-4"
                  />
                )}
              </span>
              <span className="fine block text-ink-2">
                {formatDay(momentOf(published_at), store.time_zone, language())}
              </span>
              <span className="h3 mt-1 block text-pretty group-hover:text-nila">{title}</span>
              <span className="mt-1.5 line-clamp-3 text-pretty text-ink-2">{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export type Problem = ProblemGroupsView['groups'][number]['problems'][number]

export function Problems({ problems }: { problems: Pick<Problem, 'slug' | 'question'>[] }) {
  if (problems.length === 0) return null
  return (
    <Part id="problems" title={m.home_problems_title()} to="/home/commonProblem" more={m.home_problems_all()}>
      <ul className="grid gap-x-14 border-t border-line md:grid-cols-2">
        {problems.map(({ slug, question }) => (
          <li key={slug} className="border-b border-line">
            <Link
              to={`/home/commonProblem#${slug}`}
              className="flex min-h-14 items-center justify-between gap-4 py-3 font-medium hover:text-nila"
            >
              {question} <Icon name="caret-right" size="s" className="text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}
