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

/** Only the server's copy of this module holds the letters; a browser takes them from the page that it was sent. */
const drawn = import.meta.env.SSR
  ? `<path id="karat-letters" d="${letters}"></path>`
  : (globalThis.document?.getElementById('karat-letters')?.outerHTML ?? '')

/** The letters of the name, once a page, for every Wordmark on it. */
export const Letters = () => (
  <svg
    className="absolute size-0"
    aria-hidden="true"
    focusable="false"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing
    dangerouslySetInnerHTML={{ __html: drawn }}
  />
)

export const Wordmark = () => (
  <Link to="/" className="flex min-h-11 flex-none items-center gap-[9px]" aria-label="Karat">
    <Kawung className="size-7 fill-gold" />
    <svg viewBox="0 -70 236 74" className="h-[22px] w-[70px] fill-current" aria-hidden="true" focusable="false">
      <use href="#karat-letters" />
    </svg>
  </Link>
)
