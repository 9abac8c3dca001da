import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('features/site/pages/error-layout.tsx', [
    index('features/site/pages/home.tsx'),
    route('stays/:slug', 'features/site/pages/property.tsx'),
    route('book', 'features/bookings/pages/book.tsx'),
    route('book/:code', 'features/bookings/pages/hold.tsx'),
    route('trips/:code', 'features/bookings/pages/trip.tsx'),
    route('terms', 'features/site/pages/text.tsx', { id: 'terms' }),
    route('privacy', 'features/site/pages/text.tsx', { id: 'privacy' }),
    route('cancellation', 'features/site/pages/text.tsx', { id: 'cancellation' }),
    route('notify/leave', 'features/inquiries/pages/unsubscribe.tsx'),
    route('shop', 'features/shop/pages/shop.tsx'),
    route('checkout/success', 'features/shop/pages/checkout-success.tsx'),
    route('checkout/cancel', 'features/shop/pages/checkout-cancel.tsx'),
    route('checkout/error', 'features/shop/pages/checkout-error.tsx'),
    route('hosts', 'features/site/pages/hosts.tsx'),
    route('blog', 'features/blog/pages/blog.tsx'),
    route('blog/new', 'features/blog/pages/new-post.tsx'),
    route('blog/edit/preview', 'features/blog/pages/preview.tsx'),
    route('blog/edit/:id', 'features/blog/pages/edit-post.tsx'),
    route('blog/:slug', 'features/blog/pages/post.tsx'),
    route('login', 'features/auth/pages/login.tsx'),
    route('auth/callback', 'features/auth/pages/auth-callback.tsx'),
    route('account', 'features/account/pages/account.tsx'),
    route('admin', 'features/admin/pages/admin.tsx'),
    layout('features/admin/pages/host-screens.tsx', [
      route('admin/bookings', 'features/hosting/pages/bookings.tsx'),
      route('admin/bookings/:code', 'features/hosting/pages/booking.tsx'),
    ]),
    route('*', 'features/site/pages/not-found.tsx'),
  ]),
] satisfies RouteConfig;
