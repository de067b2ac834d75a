import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isLoggedIn } from '../../ui/session.ts'
import { keepReturn, returnPath } from './return-path.ts'

/** Keeps `?return=` for after signing in; who is signed in already goes there at once. */
export function useReturn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  useEffect(() => {
    keepReturn(search)
    if (isLoggedIn()) void navigate(returnPath(), { replace: true })
  }, [search, navigate])
}
