/** Seed path → page file, by layout. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('ui/layouts/default-layout.tsx', [
    index('home/pages/home-page.tsx'),
    route('product/product', 'catalogue/pages/product-list-page.tsx'),
    route('product/productDetail', 'catalogue/pages/product-detail-page.tsx'),
  ]),
  layout('ui/layouts/customuser-layout.tsx', []),
  layout('ui/layouts/orderscreen-layout.tsx', []),
  route('*', 'home/pages/not-found-page.tsx'),
] satisfies RouteConfig
