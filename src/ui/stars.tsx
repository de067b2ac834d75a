/** A rating of five, drawn in ink; the words beside or around it say the number. */
const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8L10 14.9l-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'

/** `share` of it is filled, 0 to 1. */
export const Star = ({ share, className = 'size-4' }: { share: number; className?: string }) => (
  <svg viewBox="0 0 20 20" className={`${className} flex-none`} aria-hidden="true" focusable="false">
    <path d={star} className="fill-none stroke-line-strong" strokeWidth={1.4} strokeLinejoin="round" />
    {share > 0 && (
      <svg aria-hidden="true" width={20 * share} height={20} viewBox={`0 0 ${20 * share} 20`}>
        <path d={star} className="fill-ink stroke-ink" strokeWidth={1.4} strokeLinejoin="round" />
      </svg>
    )}
  </svg>
)

/** `rating` may be a mean, such as 4.6. */
export const Stars = ({ rating, label, className }: { rating: number; label: string; className?: string }) => (
  <span role="img" aria-label={label} className="inline-flex gap-0.5">
    {[1, 2, 3, 4, 5].map((place) => (
      <Star key={place} share={Math.max(0, Math.min(1, rating - place + 1))} {...(className ? { className } : {})} />
    ))}
  </span>
)
