/** A picture in the size that the page needs; a blur holds its place until it is here. */
import type { PictureView } from '../content/contract.ts'

type Props = {
  picture: PictureView
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string
  /** For the one that a visitor sees first: it is fetched before the rest of the page. */
  priority?: boolean
  /** Replaces the picture's own words; empty where the text beside it says the same. */
  alt?: string
  className?: string
}

export function ProductPicture({ picture, sizes, priority = false, alt = picture.alt, className }: Props) {
  const { src, width, height, widths, blur } = picture
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={srcSet(src, widths, 'avif')} sizes={sizes} />
      <img
        key={src}
        ref={unblurred}
        src={src}
        srcSet={srcSet(src, widths, 'webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        decoding={priority ? 'sync' : 'async'}
        fetchPriority={priority ? 'high' : 'auto'}
        className={className}
        style={{ background: `center / contain no-repeat url("${blur}")` }}
      />
    </picture>
  )
}

const srcSet = (src: string, widths: number[], kind: string): string => {
  const name = src.replace(/-\d+\.webp$/, '')
  return widths.map((width) => `${name}-${width}.${kind} ${width}w`).join(', ')
}

/**
 * Pictures have clear parts, through which the blur would go on shining. picture-script.ts takes it away when one has come;
 * this, where React put one on the page that had come before.
 */
const unblurred = (image: HTMLImageElement | null): void => {
  if (image?.complete && image.naturalWidth > 0) image.style.background = 'none'
}
