// Written by scripts/generate.ts from the registry of step types.
export const STEP_FACTS = {
  in_app: {"label":"In-app","icon":"inbox","hosts":{}},
  email: {"label":"Email","icon":"mail","hosts":{"editorType":"body"}},
  sms: {"label":"SMS","icon":"message","hosts":{}},
  chat: {"label":"Chat","icon":"chat","hosts":{}},
  push: {"label":"Push","icon":"bell","hosts":{}},
  digest: {"label":"Digest","icon":"layers","hosts":{"unit":"amount","lookBackWindow.amount":"lookBackWindow","lookBackWindow.unit":"lookBackWindow.amount"}},
  delay: {"label":"Delay","icon":"hourglass","hosts":{"unit":"amount"}},
  throttle: {"label":"Throttle","icon":"gauge","hosts":{"unit":"amount"}},
  custom: {"label":"Custom step","icon":"code","hosts":{}},
  http_request: {"label":"HTTP request","icon":"globe","hosts":{"method":"url"}},
} as const;
