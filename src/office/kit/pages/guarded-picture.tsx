/** A picture that only a call of the back office gives: its bytes live under an address of this page, and go with it. */
import { useEffect, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Skeleton } from '../../../ui/states.tsx'
import { officeBlob, type Query, searchOf } from './office-client.ts'

export function GuardedPicture({ path, query, label }: { path: string; query: Query; label: string }) {
  const address = path + searchOf(query)
  const [shown, setShown] = useState<{ src: string | null; failed: boolean }>({ src: null, failed: false })
  useEffect(() => {
    let here = true
    let src: string | null = null
    officeBlob(address).then(
      (made) => {
        src = made
        if (here) setShown({ src, failed: false })
        else URL.revokeObjectURL(made)
      },
      () => here && setShown({ src: null, failed: true }),
    )
    return () => {
      here = false
      if (src) URL.revokeObjectURL(src)
    }
  }, [address])
  if (shown.failed) return <p className="small text-ink-2">{m.office_picture_failed()}</p>
  if (!shown.src) return <Skeleton className="aspect-[4/3]" />
  return (
    <a href={shown.src} target="_blank" rel="noreferrer" className="block">
      <img src={shown.src} alt={label} className="aspect-[4/3] w-full rounded-lg border border-line object-cover" />
    </a>
  )
}
