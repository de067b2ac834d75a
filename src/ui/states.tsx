/** What a page shows when there is nothing, not yet anything, or something went wrong. */
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

type Tone = 'plain' | 'up' | 'down' | 'warn' | 'nila'

export const Tag = ({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) => (
  <span className="tag" data-tone={tone}>
    {icon && <Icon name={icon} size="s" className="size-3.5" />}
    {children}
  </span>
)

/** One sentence and one action. */
export const EmptyState = ({ text, action }: { text: ReactNode; action?: ReactNode }) => (
  <div className="grid justify-items-start gap-5 border-t border-line py-10">
    <p className="text-lg text-ink-2">{text}</p>
    {action}
  </div>
)

/** A block of the final size, so that nothing jumps when the content comes. */
export const Skeleton = ({ className }: { className: string }) => (
  <div className={`skeleton ${className}`} aria-hidden="true" />
)

type Trouble = { title: ReactNode; text?: ReactNode; action?: ReactNode; as?: 'p' | 'h1' }

/** What happened, what is safe, what to do; stands where the content would be. `as` h1 where that is the whole page. */
export const ErrorState = ({ title, text, action, as: Title = 'p' }: Trouble) => (
  <div className="panel grid justify-items-start gap-4 p-6" role="alert">
    <Title className="h3 flex gap-2">
      <Icon name="warning-circle" size="l" className="text-down" />
      {title}
    </Title>
    {text && <p className="text-ink-2">{text}</p>}
    {action}
  </div>
)

export type TimelineStep = {
  key: string
  state: 'done' | 'now' | 'expected'
  title: ReactNode
  text?: ReactNode
  at?: ReactNode
}

const dots = {
  done: 'bg-ink',
  now: 'border-2 border-nila bg-raised',
  expected: 'border border-dashed border-line-strong bg-paper',
}

/** Newest on top: a filled dot is done, a ring is now, a dashed one is expected. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className="relative grid">
      {steps.map(({ key, state, title, text, at }) => (
        <li
          key={key}
          className="group grid grid-cols-[20px_1fr] gap-x-4 pb-6 last:pb-0"
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className="relative flex justify-center">
            <span className={`z-1 mt-1.5 size-3 rounded-full ${dots[state]}`} />
            <span className="absolute top-3 -bottom-6 w-px bg-line group-last:hidden" />
          </span>
          <span>
            <span className={`block ${state === 'expected' ? 'text-ink-3' : 'font-semibold'}`}>{title}</span>
            {at && <span className="small block text-ink-2">{at}</span>}
            {text && <span className="small block text-ink-2">{text}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
