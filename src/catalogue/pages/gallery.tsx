/** The pictures of the chosen piece: swiped, walked through by keys or thumbnails, and looked at closely on request. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import type { Look } from './zoom.ts'

type Picture = ProductDetailsView['gallery'][number]
type Props = { product: Pick<ProductDetailsView, 'gallery' | 'name'>; sku: Pick<SkuDetailsView, 'gallery'> }

/** Begins anew, with the picture of that piece, whenever the choice of a piece changes what is shown. */
export function Gallery({ product, sku }: Props) {
  const pictures = sku.gallery.flatMap((place) => product.gallery[place] ?? [])
  if (pictures.length === 0) return <div className="tile aspect-[1/0.92]" />
  return <Slides key={sku.gallery.join()} pictures={pictures} name={product.name} />
}

function Slides({ pictures, name }: { pictures: Picture[]; name: string }) {
  const { track, at, go, moved } = useTrack(pictures.length)
  const focus = (place: number) =>
    track.current?.children[place]?.querySelector('button')?.focus({ preventScroll: true })
  const shown = pictures[at]
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: pictures.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const place = go(to)
    if (track.current?.contains(event.target as Node)) focus(place)
  }
  return (
    <section
      aria-roledescription={m.catalogue_gallery_role()}
      aria-label={m.catalogue_gallery_of({ name })}
      onKeyDown={onKeyDown}
    >
      <div className="group relative">
        <ul ref={track} className="slides tile">
          {pictures.map((picture, place) => (
            <li key={picture.src} aria-hidden={place !== at}>
              <button
                type="button"
                className="grid size-full cursor-zoom-in place-items-center"
                tabIndex={place === at ? 0 : -1}
                aria-label={`${m.catalogue_gallery_zoom()}: ${picture.alt}`}
                onClick={() => void zoom({ pictures, at: place, onShow: go, onClose: focus })}
              >
                <ProductPicture
                  picture={{ ...picture, widths: picture.widths.slice(0, 3) }}
                  alt=""
                  sizes="(min-width: 1024px) 576px, 81vw"
                  priority={place === 0}
                  className="w-[90%]"
                />
              </button>
            </li>
          ))}
        </ul>
        {pictures.length > 1 && <Steps at={at} count={pictures.length} go={go} />}
      </div>
      {pictures.length > 1 && <Thumbnails pictures={pictures} at={at} go={go} />}
      <p className="sr-only" role="status">
        {moved && shown && `${m.catalogue_gallery_picture({ number: at + 1, count: pictures.length })}: ${shown.alt}`}
      </p>
    </section>
  )
}

/** The track scrolls by itself under a finger; what it shows is read from where it stands. */
function useTrack(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    const list = track.current
    if (!list) return
    const read = () => {
      const place = Math.round(list.scrollLeft / Math.max(list.clientWidth, 1))
      setAt(place)
      if (place > 0) setMoved(true)
    }
    list.addEventListener('scroll', read, { passive: true })
    return () => list.removeEventListener('scroll', read)
  }, [])
  const go = (to: number) => {
    const place = Math.max(0, Math.min(count - 1, to))
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    setMoved(true)
    track.current?.scrollTo({ left: place * track.current.clientWidth, behavior: still ? 'instant' : 'smooth' })
    return place
  }
  return { track, at, go, moved }
}

/** The close look and its styles come when somebody asks for them. */
async function zoom(look: Look) {
  const { openZoom } = await import('./zoom.ts')
  openZoom(look)
}

function Steps({ at, count, go }: { at: number; count: number; go: (to: number) => number }) {
  const look = 'icon-btn absolute top-1/2 -mt-5.5 bg-raised/90 disabled:hidden max-md:hidden'
  return (
    <>
      <button
        type="button"
        className={`${look} left-3`}
        aria-label={m.catalogue_gallery_before()}
        disabled={at === 0}
        onClick={() => go(at - 1)}
      >
        <Icon name="caret-left" />
      </button>
      <button
        type="button"
        className={`${look} right-3`}
        aria-label={m.catalogue_gallery_after()}
        disabled={at === count - 1}
        onClick={() => go(at + 1)}
      >
        <Icon name="caret-right" />
      </button>
      <div
        className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center gap-1.5 md:hidden"
        aria-hidden
      >
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is nothing but its place
          <span key={place} className={`size-1.5 rounded-full ${place === at ? 'bg-ink' : 'bg-line-strong/50'}`} />
        ))}
      </div>
      <span className="fine pointer-events-none absolute right-3 bottom-2.5 rounded-tag bg-raised/90 px-1.5 font-medium md:hidden">
        {at + 1} / {count}
      </span>
    </>
  )
}

function Thumbnails({ pictures, at, go }: { pictures: Picture[]; at: number; go: (to: number) => number }) {
  return (
    <div className="-m-0.5 mt-1.5 grid auto-cols-[calc((100%-32px)/5)] grid-flow-col gap-2 overflow-x-auto p-0.5 max-md:hidden">
      {pictures.map((picture, place) => (
        <button
          key={picture.src}
          type="button"
          className="tile aspect-square rounded-control aria-pressed:shadow-[inset_0_0_0_2px_var(--ink)]"
          aria-pressed={place === at}
          aria-label={`${m.catalogue_gallery_picture({ number: place + 1, count: pictures.length })}: ${picture.alt}`}
          onClick={() => go(place)}
        >
          <ProductPicture picture={picture} alt="" sizes="140px" />
        </button>
      ))}
    </div>
  )
}
