/** Where somebody was in the list when a product was opened: the way back leads to the same place, also after a reload. */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'

const KEY = 'list-place'
/** `step` is how deep in the tab's history the list stands, `top` where in the window the card stood. */
type Place = { search: string; sku: number; step: number; top: number }

const cardOf = (sku: number) => document.querySelector<HTMLElement>(`[data-sku="${sku}"]`)

const stepNow = (): number => Number(window.history.state?.idx ?? 0)

function read(): Place | null {
  try {
    const place = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return typeof place?.search === 'string' ? place : null
  } catch {
    return null
  }
}

export function rememberPlace(search: string, sku: number) {
  const top = cardOf(sku)?.getBoundingClientRect().top ?? 0
  sessionStorage.setItem(KEY, JSON.stringify({ search, sku, step: stepNow(), top } satisfies Place))
}

/**
 * After a way back, puts the focus on the card that was opened, and the card where it stood: the router has put the page
 * where it was, but rows above that were not laid out yet are as high as the style sheet guesses.
 */
export function useReturnToPlace() {
  const { search } = useLocation()
  const way = useNavigationType()
  useEffect(() => {
    const place = way === 'POP' ? read() : null
    if (place?.search !== search || place.step !== stepNow()) return
    const card = cardOf(place.sku)
    if (!card) return
    card.focus({ preventScroll: true })
    const off = card.getBoundingClientRect().top - place.top
    // Farther away the reader has scrolled on since, and the page stands where they left it.
    if (Math.abs(off) < window.innerHeight / 2) window.scrollBy(0, off)
  }, [search, way])
}

/** The list that this page was opened from, and the way there: back through the history when it is in it. */
export function useWayBack(): { href: string; go: (event: { preventDefault(): void }) => void } | null {
  const [place, setPlace] = useState<Place | null>(null)
  const navigate = useNavigate()
  useEffect(() => setPlace(read()), [])
  if (!place) return null
  return {
    href: `/product/product${place.search}`,
    go(event) {
      const steps = place.step - stepNow()
      if (steps >= 0) return
      event.preventDefault()
      void navigate(steps)
    },
  }
}
