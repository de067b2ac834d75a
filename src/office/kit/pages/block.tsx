/** A part of a page about one thing: its title over what it says; and the timeline of what moved it. */
import type { ReactNode } from 'react'
import { Timeline } from '../../../ui/states.tsx'
import { useTimes } from './use-office.ts'

export const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="office-panel grid gap-3" aria-label={title}>
    <h2 className="font-semibold">{title}</h2>
    {children}
  </section>
)

type Step<State extends string> = { to: State; by: string; reason: string; at: string }
type TimelineProps<State extends string> = { steps: Step<State>[]; words: Record<State, () => string> }

/** The newest first, as calls list them. */
export function StepsOfStaff<State extends string>({ steps, words }: TimelineProps<State>) {
  const { moment } = useTimes()
  return (
    <Timeline
      steps={steps.map(({ to, by, reason, at }, place) => ({
        key: `${steps.length - place}`,
        state: place === 0 ? 'now' : 'done',
        title: words[to](),
        text: reason ? `${by}: ${reason}` : by,
        at: moment(at),
      }))}
    />
  )
}
