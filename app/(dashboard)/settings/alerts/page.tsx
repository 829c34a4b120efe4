import { HomeRedirect } from '#components/layout/home-redirect.tsx';

/** The rules belong to an environment. */
export default function Page() {
  return <HomeRedirect section="alerts" />;
}
