import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isLoggedIn } from '../../ui/session.ts'
import { keepReturn, returnPath } from './return-path.ts'

/** Keeps `?return=` for after signing in; who is signed in already, or signs in in another tab, goes there at once. */
export function useReturn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const going = useRef(false)
  useEffect(() => {
    /** Once: another tab's sign-in is several events, and the way back is known to the first of them only. */
    const goOn = () => {
      if (going.current || !isLoggedIn()) return
      going.current = true
      void navigate(returnPath(), { replace: true })
    }
    keepReturn(search)
    goOn()
    // Only other tabs are heard of by it: this one's sign-in leads on by itself.
    addEventListener('storage', goOn)
    return () => removeEventListener('storage', goOn)
  }, [search, navigate])
}
