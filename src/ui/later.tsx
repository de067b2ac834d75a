/**
 * Parts of a page that the first screen need not wait for: written by the server like everything else, brought to life when
 * somebody touches the page. Those that change by themselves also when they come into view; the rest, whose only life is to
 * be touched, with `until: 'touched'`; those that stand only where they are needed at once, with `until: 'mounted'`.
 */
import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { latePart, personIsHere } from './late-part.ts'

const coming = new Set<Promise<void>>()

/** Settled when every part of the pages opened so far is here: a move shows its page whole. */
export const partsAreHere = async (): Promise<void> => {
  await Promise.all(coming)
}

export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { until = 'seen' }: { until?: 'mounted' | 'seen' | 'touched' } = {},
): ComponentType<Props> {
  const part = latePart(load)
  if (import.meta.env.SSR || personIsHere()) {
    const fetched = part.fetch().finally(() => coming.delete(fetched))
    coming.add(fetched)
  }
  // Until its file is here React leaves what the server wrote as it is.
  const Waiting = lazy(
    () =>
      new Promise<{ default: ComponentType<Props> }>((resolve) => {
        const look = () => {
          const here = part.current()
          if (here) resolve({ default: here })
        }
        part.subscribe(look)
        look()
      }),
  )
  return function Later(props: Props) {
    const box = useRef<HTMLDivElement>(null)
    const [Part] = useState<ComponentType<Props>>(() => part.current() ?? Waiting)
    useEffect(() => {
      if (part.current() || !box.current) return
      if (until === 'mounted' || personIsHere()) void part.fetch()
      else if (until === 'seen') return whenSeen(box.current, () => void part.fetch())
    }, [])
    return (
      <div ref={box} data-waiting="">
        <Suspense>
          <Part {...props} />
          <Awake box={box} />
        </Suspense>
      </div>
    )
  }
}

/** Says that a part answers to what is pressed; start-script.ts keeps what was pressed before. */
function Awake({ box }: { box: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    box.current?.removeAttribute('data-waiting')
    dispatchEvent(new Event('alive'))
  }, [box])
  return null
}

function whenSeen(box: HTMLElement, act: () => void): () => void {
  const observer = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    act()
  })
  observer.observe(box)
  return () => observer.disconnect()
}
