import type { IconName } from './icon-names.ts'
import sprite from './icons.svg?url&no-inline'

const sizes = { s: 'size-4', m: 'size-5', l: 'size-6' }

/** Decoration beside a word: it has no name of its own. */
export function Icon({
  name,
  size = 'm',
  className = '',
}: {
  name: IconName
  size?: keyof typeof sizes
  className?: string
}) {
  return (
    <svg className={`flex-none fill-current ${sizes[size]} ${className}`} aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}

/** The arrow of a change; the sign stands beside it. */
export function ChangeArrow({ falling }: { falling: boolean }) {
  return (
    <svg viewBox="0 0 10 10" className="size-2.5 flex-none fill-current" aria-hidden="true" focusable="false">
      <path d={falling ? 'M5 9 .5 1h9z' : 'M5 1 9.5 9H.5z'} />
    </svg>
  )
}
