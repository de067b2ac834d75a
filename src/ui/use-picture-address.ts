import { useEffect, useState } from 'react'
import { pictureAddress } from './download.ts'

/** The address of a picture that only its reader may have, as an <img> takes it; undefined while it is on its way, null where there is none. */
export function usePictureAddress(path: string, name: string, id: string | undefined): string | null | undefined {
  const [address, setAddress] = useState<string | null>()
  useEffect(() => {
    if (!id) return setAddress(null)
    let own: string | null = null
    let gone = false
    void pictureAddress(path, { [name]: id }).then((found) => {
      own = found
      if (gone && found) URL.revokeObjectURL(found)
      else setAddress(found)
    })
    return () => {
      gone = true
      if (own) URL.revokeObjectURL(own)
    }
  }, [path, name, id])
  return address
}
