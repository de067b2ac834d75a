import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

type Look = { kind?: 'primary' | 'ghost' | 'quiet' | 'danger'; size?: 's' | 'm' | 'l' }

/** `busy` keeps the button where it is and lets it act only once. */
export function Button({
  kind = 'primary',
  size = 'm',
  busy = false,
  className = '',
  onClick,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={`btn ${className}`}
      data-kind={kind}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    />
  )
}

export function ButtonLink({ kind = 'primary', size = 'm', className = '', ...rest }: LinkProps & Look) {
  return <Link {...rest} className={`btn ${className}`} data-kind={kind} data-size={size} />
}

export function IconButton({
  label,
  className = '',
  ...rest
}: ComponentProps<'button'> & { label: string; children: ReactNode }) {
  return <button type="button" {...rest} className={`icon-btn ${className}`} aria-label={label} />
}
