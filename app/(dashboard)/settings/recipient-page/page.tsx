import { HomeRedirect } from '#components/layout/home-redirect.tsx';

/** Redirects to an environment, because each has a recipient page of its own. */
export default function Page() {
  return <HomeRedirect section="recipient-page" />;
}
