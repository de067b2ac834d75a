/** A longer text of the dealer: headings, paragraphs, lists, links into the shop. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Block, readLinks } from '../text-rules.ts'

type Props = {
  blocks: Block[]
  numbered?: boolean
  /** Stands beside something rather than alone. */
  small?: boolean
  /** How a line is written: with its links, where nothing else is said. */
  line?: (props: { text: string }) => ReactNode
}

export function Article({ blocks, numbered = false, small = false, line: Written = Line }: Props) {
  let section = 0
  return (
    <div className={`grid max-w-[68ch] gap-4 text-pretty ${small ? 'small text-ink-2' : 'text-[17px] leading-[28px]'}`}>
      {blocks.map((block, place) => {
        if (block.kind === 'heading')
          return (
            <h2
              key={block.id}
              id={block.id}
              className={small ? 'h3 text-ink' : 'mt-6 scroll-mt-20 font-serif text-[26px] leading-[32px] first:mt-0'}
            >
              {numbered && <span className="mr-3 text-ink-3">{++section}</span>}
              {block.text}
            </h2>
          )
        if (block.kind === 'list')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text is never reordered
            <ul key={place} className="grid list-disc gap-2 pl-5 marker:text-ink-3">
              {block.items.map((item) => (
                <li key={item}>
                  <Written text={item} />
                </li>
              ))}
            </ul>
          )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text is never reordered
          <p key={place}>
            <Written text={block.text} />
          </p>
        )
      })}
    </div>
  )
}

/** One line with its links. */
export const Line = ({ text }: { text: string }) =>
  readLinks(text).map((run) =>
    run.to ? (
      <Link
        key={run.text + run.to}
        to={run.to}
        className="text-nila underline decoration-1 underline-offset-4 hover:text-nila-hover"
      >
        {run.text}
      </Link>
    ) : (
      run.text
    ),
  )
