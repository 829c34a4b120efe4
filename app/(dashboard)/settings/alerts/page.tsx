import { HomeRedirect } from '#components/layout/home-redirect.tsx';

/** Redirects to an environment, because alert rules belong to one. */
export default function Page() {
  return <HomeRedirect section="alerts" />;
}
