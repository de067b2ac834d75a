/** Every path that is none: the error page says which one. */
import { data } from 'react-router'
import type { Route } from './+types/not-found-page'

export function loader({ url }: Route.LoaderArgs): never {
  throw data(`Page not found: ${url.pathname}`, { status: 404 })
}

export default function NotFoundPage() {
  return null
}
