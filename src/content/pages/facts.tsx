/** What a page says of the house, line by line; what can be written to or rung is a link. */
import type { WrittenPageView } from '../contract.ts'

export const Facts = ({ facts }: Pick<WrittenPageView, 'facts'>) => (
  <dl className="border-t border-line">
    {facts.map(({ label, value, href }) => (
      <div key={label} className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[9rem_1fr]">
        <dt className="text-ink-2">{label}</dt>
        <dd className="font-medium">
          {href ? (
            <a href={href} className="link -my-1 min-h-11 sm:min-h-8">
              {value}
            </a>
          ) : (
            value
          )}
        </dd>
      </div>
    ))}
  </dl>
)
