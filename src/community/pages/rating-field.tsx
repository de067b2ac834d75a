/** One to five stars: radio buttons, so that arrow keys and screen readers know what they are. */
import { useId, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Input } from '../../ui/control.tsx'
import { FieldError } from '../../ui/fields.tsx'
import { Star } from '../../ui/stars.tsx'

const words = [
  m.community_rating_1,
  m.community_rating_2,
  m.community_rating_3,
  m.community_rating_4,
  m.community_rating_5,
]

type Props = { value: number; error?: string | undefined; onChange: (rating: number) => void }

export function RatingField({ value, error, onChange }: Props) {
  const id = useId()
  const [pointed, setPointed] = useState(0)
  const shown = pointed || value
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5">{m.community_testimonial_rating()}</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="-ml-1.5 flex" onPointerLeave={() => setPointed(0)}>
          {words.map((word, place) => (
            <label
              key={word()}
              className="grid size-11 place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-0 has-focus-visible:outline-nila"
              onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(place + 1)}
            >
              <Input
                type="radio"
                name="rating"
                className="sr-only"
                value={place + 1}
                checked={value === place + 1}
                aria-invalid={error ? true : undefined}
                onChange={() => onChange(place + 1)}
              />
              <span className="sr-only">{m.community_rating_of_five({ rating: place + 1, word: word() })}</span>
              <Star share={place < shown ? 1 : 0} className="size-8" />
            </label>
          ))}
        </div>
        <span className="text-ink-2" aria-hidden="true">
          {words[shown - 1]?.()}
        </span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
