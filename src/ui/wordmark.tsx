/** The mark of the house and its name. */
import { Link } from 'react-router'
import { letters, petal } from './brand-shapes.ts'

/** Four petals around a point: the kawung that is stamped on every bar. */
export function Kawung({ className = 'size-[26px] fill-gold' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <path d={petal} />
      <path d={petal} transform="rotate(90 16 16)" />
      <path d={petal} transform="rotate(180 16 16)" />
      <path d={petal} transform="rotate(270 16 16)" />
    </svg>
  )
}

/** `again` where the name stands on the page already: its letters are drawn once. */
export const Wordmark = ({ again = false }: { again?: boolean }) => (
  <Link to="/" className="flex min-h-11 flex-none items-center gap-[9px]" aria-label="Karat">
    <Kawung className="size-7 fill-gold" />
    <svg viewBox="0 -70 236 74" className="h-[22px] w-[70px] fill-current" aria-hidden="true" focusable="false">
      {again ? <use href="#karat-letters" /> : <path id="karat-letters" d={letters} />}
    </svg>
  </Link>
)
