import { HomeRedirect } from '#components/layout/home-redirect.tsx';

/** Redirects to an environment, because each environment has its own recipient page. */
export default function Page() {
  return <HomeRedirect section="recipient-page" />;
}
