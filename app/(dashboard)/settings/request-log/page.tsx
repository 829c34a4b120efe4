import { HomeRedirect } from '#components/layout/home-redirect.tsx';

/** Errors link to this page, because they do not know the environment. */
export default function Page() {
  return <HomeRedirect section="request-log" />;
}
