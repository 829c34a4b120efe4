import { HomeRedirect } from '#components/layout/home-redirect.tsx';

export default function HomePage() {
  return <HomeRedirect />;
}
