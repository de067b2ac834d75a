/** A close look at pictures over the whole screen: pinch, double tap, wheel, keys. Loaded when it is asked for. */
import PhotoSwipe from 'photoswipe'
import 'photoswipe/style.css'
import * as m from '../../locale/paraglide/messages.js'
import type { ProductDetailsView } from '../contract.ts'

type Picture = ProductDetailsView['gallery'][number]
export type Look = {
  pictures: Picture[]
  at: number
  onShow: (place: number) => void
  onClose: (place: number) => void
}

/** Opens at one picture; `onShow` follows those that are looked at, `onClose` hears which was the last. */
export function openZoom({ pictures, at, onShow, onClose }: Look) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const close = new PhotoSwipe({
    dataSource: pictures.map(({ src, width, height, alt }) => ({ src, width: width * 2, height: height * 2, alt })),
    index: at,
    bgOpacity: 1,
    showHideAnimationType: still ? 'none' : 'fade',
    initialZoomLevel: 'fit',
    secondaryZoomLevel: 1.2,
    maxZoomLevel: 2,
    wheelToZoom: true,
    loop: false,
    returnFocus: false,
    closeTitle: m.ui_close(),
    zoomTitle: m.catalogue_gallery_zoom(),
    arrowPrevTitle: m.catalogue_gallery_before(),
    arrowNextTitle: m.catalogue_gallery_after(),
    errorMsg: m.catalogue_gallery_missing(),
  })
  close.on('change', () => onShow(close.currIndex))
  close.on('afterInit', () => close.element?.setAttribute('aria-label', m.catalogue_gallery_zoom()))
  close.on('destroy', () => onClose(close.currIndex))
  close.init()
}
