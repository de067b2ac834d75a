/** The sections of a longer text, as links; current is the one being read. */
import { type ReactNode, useEffect, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { Block } from '../text-rules.ts'

type Heading = Extract<Block, { kind: 'heading' }>

export function Contents({ blocks, numbered = false }: { blocks: Block[]; numbered?: boolean }) {
  const headings = blocks.filter((block): block is Heading => block.kind === 'heading')
  const current = useSectionInView(headings)
  return (
    <nav aria-label={m.content_contents()} className="small">
      <p className="mb-2 font-semibold max-lg:hidden">{m.content_contents()}</p>
      <ol className="grid">
        {headings.map(({ id, text }, place) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="flex min-h-9 items-center gap-2.5 py-1 text-ink-2 hover:text-nila aria-[current=location]:font-semibold aria-[current=location]:text-ink max-lg:min-h-11"
            >
              {numbered && <span className="w-5 flex-none text-right text-ink-3">{place + 1}</span>}
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** What stands beside a longer text; on a phone it is folded away above it. */
export const Beside = ({ children }: { children: ReactNode }) => (
  <>
    <details className="group border-b border-line lg:hidden print:hidden">
      <summary className="flex min-h-12 list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {m.content_contents()}
        <Icon name="caret-down" className="transition-transform duration-200 group-open:rotate-180" />
      </summary>
      <div className="grid gap-8 pb-6">{children}</div>
    </details>
    <aside className="grid content-start gap-8 self-start max-lg:hidden lg:sticky lg:top-16 lg:max-h-[calc(100vh-80px)] lg:overflow-y-auto print:hidden">
      {children}
    </aside>
  </>
)

/** The last heading that has passed the upper part of the window. */
function useSectionInView(headings: Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const ids = headings.map(({ id }) => id).join(' ')
  useEffect(() => {
    const look = () => {
      const passed = ids.split(' ').filter((id) => {
        const heading = document.getElementById(id)
        return heading && heading.getBoundingClientRect().top < 140
      })
      setCurrent(passed.at(-1))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [ids])
  return current
}
