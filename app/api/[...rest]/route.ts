import { errorResponse, notFound } from '#lib/api/route.ts';

const unknownPath = async (request: Request) => errorResponse(request, notFound());

export {
  unknownPath as GET,
  unknownPath as POST,
  unknownPath as PUT,
  unknownPath as PATCH,
  unknownPath as DELETE,
  unknownPath as HEAD,
  unknownPath as OPTIONS,
};
