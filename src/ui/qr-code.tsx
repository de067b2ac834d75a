/** Squares to scan, dark on white in both themes, with the margin that readers want. */
export const QrCode = ({
  qr,
  name,
  className,
}: {
  qr: { size: number; path: string }
  name: string
  className: string
}) => (
  <svg
    viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
    className={`rounded-control bg-white ${className}`}
    role="img"
    aria-label={name}
    shapeRendering="crispEdges"
  >
    <path d={qr.path} fill="#1b1814" />
  </svg>
)
