/** What stands in the place of a form that has arrived: in view, with the focus, so that nobody has to look for it. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

export function Received({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }, [])
  return (
    <div ref={box} className="panel grid justify-items-start gap-3 p-6 outline-none" role="status" tabIndex={-1}>
      <p className="h3 flex gap-2">
        <Icon name="check-circle" size="l" className="text-up" />
        {title}
      </p>
      {children}
    </div>
  )
}
