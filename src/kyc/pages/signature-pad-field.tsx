/** The signature pad (seed §1): clear, undo, save as image, empty check; with pen, finger, mouse, or a typed name. */

import { type RefObject, useEffect, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Ink on white in either theme: it is kept as a document. */
const [INK, PAPER] = ['#1B1814', '#FFFFFF']

export function SignaturePadField({ busy, onUse }: { busy: boolean; onUse: (drawn: File) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [typed, setTyped] = useState('')
  const [empty, setEmpty] = useState(false)
  const pad = usePad(canvas, typed, () => {
    setTyped('')
    setEmpty(false)
  })

  function change(text: string) {
    pad.current?.clear()
    setTyped(text)
    setEmpty(false)
  }

  function undo() {
    if (typed) return change('')
    const strokes = pad.current?.toData() ?? []
    pad.current?.fromData(strokes.slice(0, -1))
  }

  /** Runs only when something is drawn; else says so. */
  function withDrawing(act: (drawn: Blob) => void) {
    const nothing = pad.current?.isEmpty() !== false && !typed.trim()
    setEmpty(nothing)
    if (!nothing) canvas.current?.toBlob((drawn) => drawn && act(drawn), 'image/png')
  }

  return (
    <div className="grid gap-3">
      <canvas
        ref={canvas}
        role="img"
        aria-label={m.kyc_signature_pad()}
        className="h-44 w-full touch-none rounded-control border border-line-strong bg-white"
      />
      {empty && <FieldError>{m.kyc_signature_empty()}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button kind="ghost" size="s" busy={busy} onClick={() => withDrawing((drawn) => onUse(asFile(drawn)))}>
          <Icon name="check" />
          {m.kyc_signature_use()}
        </Button>
        <Button kind="ghost" size="s" onClick={undo}>
          <Icon name="arrow-counter-clockwise" />
          {m.kyc_signature_undo()}
        </Button>
        <Button kind="ghost" size="s" onClick={() => change('')}>
          <Icon name="trash" />
          {m.kyc_signature_clear()}
        </Button>
        <Button kind="ghost" size="s" onClick={() => withDrawing(saveImage)}>
          <Icon name="download-simple" />
          {m.kyc_signature_save()}
        </Button>
      </div>
      <TextField
        label={m.kyc_signature_typed()}
        help={m.kyc_signature_typed_help()}
        value={typed}
        maxLength={60}
        autoComplete="name"
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  )
}

/** A pad on the canvas, sharp on every screen; what is drawn survives a change of size. */
function usePad(canvas: RefObject<HTMLCanvasElement | null>, typed: string, onStroke: () => void) {
  const pad = useRef<SignaturePad>(null)
  const begin = useRef(onStroke)
  const name = useRef(typed)
  begin.current = onStroke
  name.current = typed

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const made = new SignaturePad(element, { penColor: INK, backgroundColor: PAPER, minWidth: 0.8, maxWidth: 2.6 })
    pad.current = made
    made.addEventListener('beginStroke', () => name.current && made.clear())
    made.addEventListener('endStroke', () => begin.current())
    const fit = () => {
      const scale = Math.max(window.devicePixelRatio, 1)
      element.width = element.offsetWidth * scale
      element.height = element.offsetHeight * scale
      element.getContext('2d')?.scale(scale, scale)
      made.redraw()
      if (name.current) write(element, name.current)
    }
    const watch = new ResizeObserver(fit)
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.off()
    }
  }, [canvas])

  useEffect(() => {
    if (canvas.current && typed) write(canvas.current, typed)
  }, [canvas, typed])

  return pad
}

function write(element: HTMLCanvasElement, text: string) {
  const drawing = element.getContext('2d')
  if (!drawing) return
  const [width, height] = [element.offsetWidth, element.offsetHeight]
  const size = Math.min(56, (width * 1.7) / Math.max(text.length, 6))
  drawing.fillStyle = INK
  drawing.font = `italic ${size}px Newsreader, Georgia, serif`
  drawing.textAlign = 'center'
  drawing.textBaseline = 'middle'
  drawing.fillText(text, width / 2, height / 2, width - 24)
}

const asFile = (drawn: Blob) => new File([drawn], 'signature.png', { type: 'image/png' })

function saveImage(drawn: Blob) {
  const address = URL.createObjectURL(drawn)
  Object.assign(document.createElement('a'), { href: address, download: 'karat-signature.png' }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
