/** How a picture is looked at: enlarged, turned and moved by buttons, keys, wheel and hand. */
import { type PointerEvent, useEffect, useRef, useState } from 'react'

type Look = { scale: number; turn: number; x: number; y: number }
const WHOLE: Look = { scale: 1, turn: 0, x: 0, y: 0 }
const MOST = 8
const STEP = 1.4
const NUDGE = 40

const keys: Record<string, (look: Look) => Look> = {
  '+': (look) => scaled(look, STEP),
  '=': (look) => scaled(look, STEP),
  '-': (look) => scaled(look, 1 / STEP),
  r: turned,
  R: turned,
  0: () => WHOLE,
  ArrowLeft: (look) => ({ ...look, x: look.x + NUDGE }),
  ArrowRight: (look) => ({ ...look, x: look.x - NUDGE }),
  ArrowUp: (look) => ({ ...look, y: look.y + NUDGE }),
  ArrowDown: (look) => ({ ...look, y: look.y - NUDGE }),
}

function scaled(look: Look, by: number): Look {
  const scale = Math.min(MOST, Math.max(1, look.scale * by))
  if (scale === 1) return { ...WHOLE, turn: look.turn }
  return { ...look, scale, x: (look.x * scale) / look.scale, y: (look.y * scale) / look.scale }
}

function turned(look: Look): Look {
  return { ...WHOLE, turn: (look.turn + 90) % 360 }
}

/** How much smaller a picture must be to fit its frame when it lies on its side; both ratios are width by height. */
const fitOnSide = (picture: number, frame: number): number => {
  const [width, height] = picture > frame ? [frame, frame / picture] : [picture, 1]
  return Math.min(frame / height, 1 / width)
}

/** `picture` and `frame` are widths by heights. The wheel enlarges a frame that has the focus; else the page scrolls. */
export function useZoom({ picture, frame: ratio }: { picture: number; frame: number }) {
  const [look, setLook] = useState(WHOLE)
  const frame = useRef<HTMLButtonElement>(null)
  const hold = useRef<{ x: number; y: number; moved: boolean } | null>(null)

  useEffect(() => {
    const box = frame.current
    const stop = new AbortController()
    box?.addEventListener(
      'wheel',
      (event) => {
        if (document.activeElement !== box && !event.ctrlKey) return
        event.preventDefault()
        setLook((now) => scaled(now, Math.exp(-event.deltaY / 400)))
      },
      { passive: false, signal: stop.signal },
    )
    box?.addEventListener(
      'keydown',
      (event) => {
        const act = keys[event.key]
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        setLook(act)
      },
      { signal: stop.signal },
    )
    return () => stop.abort()
  }, [])

  const onSide = look.turn % 180 === 90
  const scale = look.scale * (onSide ? fitOnSide(picture, ratio) : 1)
  return {
    frame,
    zoomed: look.scale > 1,
    transform: `translate(${look.x}px, ${look.y}px) rotate(${look.turn}deg) scale(${scale})`,
    act: (key: '+' | '-' | 'r' | '0') => setLook((now) => keys[key]?.(now) ?? now),
    hand: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        hold.current = { x: event.clientX, y: event.clientY, moved: false }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = hold.current
        if (!from || look.scale === 1) return
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
        if (!from.moved && Math.hypot(dx, dy) < 4) return
        hold.current = { x: event.clientX, y: event.clientY, moved: true }
        setLook((now) => ({ ...now, x: now.x + dx, y: now.y + dy }))
      },
      onPointerUp: () => {
        const dragged = hold.current?.moved
        hold.current = null
        if (dragged) frame.current?.setAttribute('data-dragged', '')
      },
      onPointerCancel: () => {
        hold.current = null
      },
      onClick: () => {
        // The press that ends a move by hand is no press.
        if (frame.current?.hasAttribute('data-dragged')) return frame.current.removeAttribute('data-dragged')
        setLook((now) => (now.scale > 1 ? { ...WHOLE, turn: now.turn } : scaled(now, STEP * STEP)))
      },
    },
  }
}
