import { HomeRedirect } from '#components/layout/home-redirect.tsx';

/** Error messages link to this page, because they do not contain the environment. */
export default function Page() {
  return <HomeRedirect section="request-log" />;
}
