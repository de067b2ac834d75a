/** How a picture is looked at: enlarged, turned and moved by buttons, keys, wheel, hand and two fingers. */
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import {
  drawnScale,
  type Look,
  moved,
  type Point,
  pinched,
  type Sizes,
  STEP,
  scaled,
  turned,
  WHOLE,
} from './zoom-rules.ts'

const NUDGE = 40
/** A finger or mouse that moves less has pressed. */
const STILL = 4

const keys: Record<string, (look: Look, sizes: Sizes) => Look> = {
  '+': (look, sizes) => scaled(look, STEP, sizes),
  '=': (look, sizes) => scaled(look, STEP, sizes),
  '-': (look, sizes) => scaled(look, 1 / STEP, sizes),
  r: turned,
  R: turned,
  0: () => WHOLE,
}
/** Only of an enlarged picture: a whole one leaves the arrows to the page. */
const arrows: Record<string, Point> = {
  ArrowLeft: { x: NUDGE, y: 0 },
  ArrowRight: { x: -NUDGE, y: 0 },
  ArrowUp: { x: 0, y: NUDGE },
  ArrowDown: { x: 0, y: -NUDGE },
}

/** `picture` and `frame` are widths by heights. The wheel enlarges a frame that has the focus; else the page scrolls. */
export function useZoom({ picture, frame: ratio }: { picture: number; frame: number }) {
  const [look, setLook] = useState(WHOLE)
  const frame = useRef<HTMLButtonElement>(null)
  const sizesNow = (): Sizes => {
    const width = frame.current?.clientWidth || 1
    return { width, height: frame.current?.clientHeight || width / ratio, picture }
  }
  const zoomed = look.scale > 1
  const sizes = useRef(sizesNow)
  sizes.current = sizesNow
  const isZoomed = useRef(zoomed)
  isZoomed.current = zoomed

  useEffect(() => {
    const box = frame.current
    const stop = new AbortController()
    const wheel = (event: WheelEvent) => {
      if (document.activeElement !== box && !event.ctrlKey) return
      event.preventDefault()
      setLook((now) => scaled(now, Math.exp(-event.deltaY / 400), sizes.current()))
    }
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const [act, by] = [keys[event.key], isZoomed.current ? arrows[event.key] : undefined]
      if (!act && !by) return
      event.preventDefault()
      setLook((now) => (by ? moved(now, by, sizes.current()) : (act?.(now, sizes.current()) ?? now)))
    }
    box?.addEventListener('wheel', wheel, { passive: false, signal: stop.signal })
    box?.addEventListener('keydown', key, { signal: stop.signal })
    return () => stop.abort()
  }, [])

  return {
    frame,
    zoomed,
    transform: `translate(${look.x}px, ${look.y}px) rotate(${look.turn}deg) scale(${drawnScale(look, { width: ratio, height: 1, picture })})`,
    act: (key: '+' | '-' | 'r' | '0') => setLook((now) => keys[key]?.(now, sizesNow()) ?? now),
    hand: useHand((change) => setLook((now) => change(now, sizesNow()))),
  }
}

/** One finger or the mouse moves, two fingers enlarge; a press enlarges, or shows the whole again. */
function useHand(change: (how: (look: Look, sizes: Sizes) => Look) => void) {
  const down = useRef(new Map<number, Point>())
  /** Since the first finger went down: then the press that ends it is none. */
  const travelled = useRef(false)
  const inFrame = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point => {
    const box = currentTarget.getBoundingClientRect()
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
  }
  const lift = ({ pointerId }: PointerEvent<HTMLElement>) => void down.current.delete(pointerId)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      if (down.current.size === 0) travelled.current = false
      down.current.set(event.pointerId, inFrame(event))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = down.current.get(event.pointerId)
      if (!from) return
      const to = inFrame(event)
      if (!travelled.current && Math.hypot(to.x - from.x, to.y - from.y) < STILL) return
      travelled.current = true
      const others = [...down.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
      down.current.set(event.pointerId, to)
      const [other] = others
      if (other && others.length === 1) change((now, sizes) => pinched(now, [from, other], [to, other], sizes))
      else if (!other) change((now, sizes) => moved(now, { x: to.x - from.x, y: to.y - from.y }, sizes))
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onClick: (event: MouseEvent<HTMLElement>) => {
      // A key presses without a finger: `detail` is 0 then.
      if (travelled.current && event.detail > 0) return
      change((now, sizes) => (now.scale > 1 ? { ...WHOLE, turn: now.turn } : scaled(now, STEP * STEP, sizes)))
    },
  }
}
