import sharp from 'sharp'

/** A made-up photograph for the demonstration: a bar on a scale that shows what it weighs, its scratched corner in a ring. */
export const drawScale = (grams: string): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" viewBox="0 0 800 500" font-family="sans-serif">
  <rect width="800" height="500" fill="#cdc6b8"/><rect x="120" y="60" width="560" height="400" rx="40" fill="#f3f1ec"/>
  <ellipse cx="400" cy="220" rx="240" ry="130" fill="#d5d5d2"/><ellipse cx="400" cy="214" rx="220" ry="116" fill="#e6e6e3"/>
  <g transform="translate(400 205) rotate(12)"><rect x="-62" y="-95" width="124" height="190" rx="8" fill="#c9992f"/>
  <rect x="-50" y="-83" width="100" height="166" rx="5" fill="#e2bb5a"/><path d="M38 82l22 12" stroke="#8a6414" stroke-width="5"/></g>
  <circle cx="432" cy="303" r="30" fill="none" stroke="#b3261e" stroke-width="5"/>
  <rect x="290" y="372" width="220" height="64" rx="8" fill="#17251f"/>
  <text x="400" y="416" font-size="36" fill="#b9f2cf" text-anchor="middle">${grams.replace('.', ',')} g</text></svg>`),
  )
    .webp({ quality: 70, effort: 0 })
    .toBuffer()
