/** One picture large, the others below; a press shows it as large as the screen. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Dialog } from '../../ui/dialog.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import type { ProductDetailsView } from '../contract.ts'

type Picture = ProductDetailsView['gallery'][number]

export function Gallery({ pictures }: { pictures: Picture[] }) {
  const [at, setAt] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const shown = pictures[at]
  if (!shown) return null
  return (
    <div>
      <button
        type="button"
        className="tile aspect-[1/0.92] w-full cursor-zoom-in"
        aria-label={`${m.gallery_zoom()}: ${shown.alt}`}
        onClick={() => setZoomed(true)}
      >
        <ProductPicture picture={shown} alt="" sizes="(min-width: 1024px) 640px, 90vw" priority className="w-[90%]" />
      </button>
      {pictures.length > 1 && (
        <div className="mt-2 grid auto-cols-[calc((100%-32px)/5)] grid-flow-col gap-2 overflow-x-auto p-0.5 -m-0.5">
          {pictures.map((picture, place) => (
            <button
              key={picture.src}
              type="button"
              className="tile aspect-square rounded-control aria-pressed:shadow-[inset_0_0_0_2px_var(--ink)]"
              aria-pressed={place === at}
              aria-label={picture.alt}
              onClick={() => setAt(place)}
            >
              <ProductPicture picture={picture} alt="" sizes="140px" />
            </button>
          ))}
        </div>
      )}
      <Dialog
        open={zoomed}
        onClose={() => setZoomed(false)}
        title={m.gallery_picture({ number: at + 1, count: pictures.length })}
        wide
      >
        <div className="tile">
          <ProductPicture picture={shown} sizes="(min-width: 1024px) 960px, 96vw" className="w-full" />
        </div>
        <p className="small mt-3 text-ink-2">{shown.alt}</p>
      </Dialog>
    </div>
  )
}
