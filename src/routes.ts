import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [index('home/pages/home-page.tsx'), route('*', 'home/pages/not-found-page.tsx')] satisfies RouteConfig
