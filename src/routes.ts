/** Seed path → page file, by layout. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('ui/layouts/default-layout.tsx', [
    index('home/pages/home-page.tsx'),
    route('home/goldPrice', 'pricing/pages/gold-price-page.tsx'),
    route('product/product', 'catalogue/pages/product-list-page.tsx'),
    route('product/components/GoodsDetailInfo', 'catalogue/pages/goods-detail-info-page.tsx'),
    route('product/components/GoodsDetailSwiper', 'catalogue/pages/goods-detail-swiper-page.tsx'),
    route('product/components/GoodsSearch', 'catalogue/pages/goods-search-page.tsx'),
    route('product/compare', 'catalogue/pages/compare-page.tsx'),
    route('product/productDetail', 'catalogue/pages/product-detail-page.tsx'),
    route('product/passport', 'catalogue/pages/passport-page.tsx'),
    route('signup', 'identity/pages/sign-up-page.tsx'),
    route('signup2', 'identity/pages/sign-up-code-page.tsx'),
    route('login', 'identity/pages/log-in-page.tsx'),
  ]),
  layout('ui/layouts/customuser-layout.tsx', [
    route('user', 'orders/pages/user-home-page.tsx'),
    route('user/cart/list', 'cart/pages/cart-page.tsx'),
    route('user/wishlist', 'wishes/pages/wishlist-page.tsx'),
    route('user/order/list', 'orders/pages/order-list-page.tsx'),
    route('user/order/components/OrderItem', 'orders/pages/order-item-page.tsx'),
    route('user/gpg/history', 'orders/pages/guarantee-history-page.tsx'),
    route('user/address/list', 'delivery/pages/address-list-page.tsx'),
    route('user/changePaypwd', 'identity/pages/change-pay-password-page.tsx'),
  ]),
  layout('ui/layouts/orderscreen-layout.tsx', [
    route('mallOrder/create', 'orders/pages/create-order-page.tsx'),
    route('payOrder', 'orders/pages/pay-order-page.tsx'),
    route('payProduct', 'orders/pages/pay-product-page.tsx'),
    route('mallOrder/payment', 'orders/pages/payment-outcome-page.tsx'),
  ]),
  route('*', 'home/pages/not-found-page.tsx'),
] satisfies RouteConfig
